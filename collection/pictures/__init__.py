"""Pictures for files: plots as PNG or SVG."""
