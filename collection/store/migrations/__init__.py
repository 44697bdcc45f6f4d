"""The schema and its history."""
