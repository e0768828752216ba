"""Training, evaluation and benchmarks of players for the games of `hwatu_env`."""
