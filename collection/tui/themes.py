"""Colours: dark, light, and plain (the terminal's own)."""

from __future__ import annotations

from textual.theme import BUILTIN_THEMES, Theme

_READABLE = {
    # Textual's own 60 % and 38 % of black or white fall below 4.5 to 1 on the grounds used here, and below 3 dimmed.
    "text-muted": "auto 76%",
    "text-disabled": "auto 72%",
    # Where the cursor is in a list is told by more than a colour.
    "block-cursor-text-style": "bold",
    "input-cursor-text-style": "underline",
}
_PLAIN = BUILTIN_THEMES["ansi-dark"]

THEMES: tuple[Theme, ...] = (
    Theme(
        name="mudwater-dark",
        primary="#7fb685",
        secondary="#c9a66b",
        accent="#d98e4a",
        foreground="#e4e2d6",
        background="#14191a",
        surface="#1b2223",
        panel="#263031",
        success="#8fce7d",
        warning="#e0b84f",
        error="#e0695f",
        dark=True,
        variables={
            "footer-key-foreground": "#d9a45a",
            **_READABLE,
            "block-cursor-background": "#35533f",
            "block-cursor-foreground": "#f4f2e6",
        },
    ),
    Theme(
        name="mudwater-light",
        primary="#2f6b45",
        secondary="#7a5a1e",
        accent="#a3541a",
        foreground="#1d2322",
        background="#f6f3e8",
        surface="#ece8d9",
        panel="#dedac8",
        success="#2c6e2f",
        warning="#855c00",
        error="#a32a22",
        dark=False,
        variables={
            "footer-key-foreground": "#6f3a0a",
            **_READABLE,
            "block-cursor-background": "#bcd3bd",
            "block-cursor-foreground": "#101514",
        },
    ),
    Theme(
        name="mudwater-plain",
        primary=_PLAIN.primary,
        secondary=_PLAIN.secondary,
        warning=_PLAIN.warning,
        error=_PLAIN.error,
        success=_PLAIN.success,
        accent=_PLAIN.accent,
        foreground=_PLAIN.foreground,
        background=_PLAIN.background,
        surface=_PLAIN.surface,
        panel=_PLAIN.panel,
        boost=_PLAIN.boost,
        dark=True,
        ansi=True,
        variables={**_PLAIN.variables, "input-cursor-text-style": "underline"},
    ),
)
"""The first is what a new book starts with."""


def theme_after(name: str) -> str:
    """Give the theme that comes after `name`, round and round."""
    names = [theme.name for theme in THEMES]
    return names[(names.index(name) + 1) % len(names)] if name in names else names[0]
