"""Players of Min-Hwatu, over observations alone."""
