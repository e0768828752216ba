"""Adapters to libraries that bring their own environment class; each needs its library."""
