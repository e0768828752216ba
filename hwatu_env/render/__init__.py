"""Pictures of views: what one seat knows, never a state."""
