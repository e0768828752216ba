"""Players of Go-Stop: a card policy and a go policy each, over observations alone."""
