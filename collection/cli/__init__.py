"""The verbs of the command line: thin, no rules and no SQL."""
