"""The measurements of `hwatu bench`."""
