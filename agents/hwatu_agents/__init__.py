"""Players for the games of `hwatu_env`: rules of thumb, search and learned policies."""
