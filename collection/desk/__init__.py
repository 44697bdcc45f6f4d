"""A collector's acts, each one transaction: what the command line and the screens both call."""
