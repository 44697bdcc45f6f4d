from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from collection.ledger.price import Price, each_written, read_price, sums_written, written


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


def test_sums_side_by_side_say_of_each_which_currency_it_has_or_that_it_has_none() -> None:
    assert sums_written({}) == ""
    assert sums_written({"": 200}) == "2.00"
    assert sums_written({"": 200, "EUR": 450}) == "4.50 EUR and 2.00 without a currency"
    assert sums_written({"": 200, "$": 0, "EUR": 450}) == "$0.00, 4.50 EUR and 2.00 without a currency"
    assert each_written({"": 200.4, "CHF": 90}) == {"CHF": "0.90 CHF", "": "2.00 without a currency"}


@given(st.dictionaries(st.sampled_from(["", "EUR", "CHF", "$", "¥"]), st.integers(0, 999_999_999), min_size=1))
def test_sums_can_be_read_back_by_whoever_reads_them(amounts: dict[str, int]) -> None:
    words = sums_written(amounts).replace(" and ", ", ").split(", ")
    read = [read_price(word.removesuffix(" without a currency")) for word in words]
    assert {price.currency: price.minor for price in read if price is not None} == amounts
    assert len(words) == len(amounts)
