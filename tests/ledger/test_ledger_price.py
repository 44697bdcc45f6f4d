from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.ledger.price import Price, read_price, written


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("4.50 EUR", Price("EUR", 450)),
        ("€4,50", Price("EUR", 450)),
        ("4,50 €", Price("EUR", 450)),
        ("4.50eur", Price("EUR", 450)),
        ("5 Euro", Price("EUR", 500)),
        ("$4.50", Price("$", 450)),
        ("US$4.50", Price("USD", 450)),
        ("£3", Price("GBP", 300)),
        ("¥500", Price("¥", 50000)),
        ("4.5", Price("", 450)),
        ("4", Price("", 400)),
        ("0", Price("", 0)),
        ("0.05 USD", Price("USD", 5)),
        ("CHF 5.-", Price("CHF", 500)),
        ("5,-- CHF", Price("CHF", 500)),
        ("5.– CHF", Price("CHF", 500)),
        ("  4.50 EUR ", Price("EUR", 450)),
    ],
)
def test_prices_as_people_write_them_are_read(text: str, price: Price) -> None:
    assert read_price(text) == price


@pytest.mark.parametrize(
    "text",
    [
        "",
        "gift",
        "1,000",  # a thousand here, one there
        "1.000 EUR",
        "1.234,50",
        "1,234.50",
        "1 000 EUR",
        "1'000",
        "04.50",
        ".50",
        "4.",
        "4.505",
        "4.5.0",
        "-4.50",
        "4-5 EUR",
        "4.50 EUR 2",
        "€4.50 EUR",
        "EUR 4.50 CHF",
        "4.50 ABC",
        "4.50 the",
        "4..50",
        "4.5-",
        "about 4 EUR",
        "٤ EUR",
        "4.50 EUR!",
        "12345678",
        "1e3",
        "4,50 EUR\n5 EUR",
    ],
)
def test_what_could_be_read_in_two_ways_or_in_none_is_not_guessed(text: str) -> None:
    assert read_price(text) is None


@given(st.text())
def test_any_text_at_all_is_read_or_left(text: str) -> None:
    price = read_price(text)
    assert price is None or price.minor >= 0


@given(st.sampled_from(["", "EUR", "CHF", "$", "¥", "JPY"]), st.integers(0, 999_999_999))
def test_an_amount_as_it_is_shown_reads_as_itself(currency: str, minor: int) -> None:
    assert read_price(written(currency, minor)) == Price(currency, minor)
