"""The only room that knows the database; it hands out frozen values."""
