"""What a pack cost, read from what a person wrote: strictly, since a price guessed wrong would spoil every sum."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_SIGNS = {"€": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "us$": "USD", "$": "$", "¥": "¥"}
"""Signs and words for currencies. Several countries have dollars and yens: their bare signs stay what they are."""
_LISTED = (
    "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP "
    "CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF "
    "IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD "
    "MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB "
    "RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD "
    "UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG"
)
_CODES = frozenset(_LISTED.split())
"""Currencies by their codes (ISO 4217)."""
# At most two digits behind the one separator: three would be thousands to some and thousandths to others.
_AMOUNT = re.compile(r"(?P<whole>0|[1-9][0-9]{0,6})(?:[.,](?P<part>[0-9]{1,2}|-{1,2}|[–—]))?", re.ASCII)
_SPLIT = re.compile(
    r"(?P<before>[^0-9\s.,-]*)\s?(?P<amount>[0-9]+(?:[.,][-–—0-9]+)?)\s?(?P<behind>[^0-9\s.,-]*)", re.ASCII
)


@dataclass(frozen=True, slots=True)
class Price:
    """An amount of money."""

    currency: str
    """A code such as `EUR`; a bare sign that several countries share, such as `$`; empty where none was named."""
    minor: int
    """Hundredths of the currency's unit, also where no such coin exists."""


def read_price(text: str) -> Price | None:
    """Read `4.50 EUR`, `€4,50`, `$4.50`, `4.5` or `CHF 5.-`; None for whatever can be read in two ways, or in none.

    One separator, point or comma, with one or two digits behind it: `1,000` and `1.234,50` are not guessed at.
    """
    parts = _SPLIT.fullmatch(text.strip())
    if parts is None or (parts["before"] and parts["behind"]):
        return None
    amount = _AMOUNT.fullmatch(parts["amount"])
    currency = _currency(parts["before"] or parts["behind"])
    if amount is None or currency is None:
        return None
    part = amount["part"] or ""
    hundredths = int(part.ljust(2, "0")) if part[:1].isdigit() else 0
    return Price(currency, int(amount["whole"]) * 100 + hundredths)


def written(currency: str, minor: float) -> str:
    """Write an amount as it is shown, to the hundredth: `4.50 EUR`, `$4.50`, `4.50`."""
    number = f"{minor / 100:.2f}"
    if len(currency) == 1:
        return f"{currency}{number}"
    return f"{number} {currency}".rstrip()


def each_written(amounts: Mapping[str, float]) -> dict[str, str]:
    """Write amounts that stand side by side, by currency, the one that has none last.

    Next to others that one says so, else it would read as of the currency behind the next: `4.50 EUR`, `2.00 without
    a currency`.
    """
    named = {currency: written(currency, minor) for currency, minor in amounts.items() if currency}
    if "" not in amounts:
        return named
    return {**named, "": written("", amounts[""]) + " without a currency" * bool(named)}


def sums_written(amounts: Mapping[str, float]) -> str:
    """Write sums by currency in one line, empty where there are none: `0.90 CHF, 4.50 EUR and 2.00 without a currency`.

    What has different currencies is never added up.
    """
    *others, last = each_written(amounts).values() or ("",)
    return f"{', '.join(others)} and {last}" if others else last


def _currency(word: str) -> str | None:
    """Give the currency that `word` names, empty for no word, None for a word that names none."""
    if not word:
        return ""
    sign = _SIGNS.get(word.lower())
    if sign is not None:
        return sign
    return word.upper() if word.upper() in _CODES else None
