"""The screens: thin, no rules and no SQL."""
