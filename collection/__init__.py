"""Binder, ledger, hand workshop and sparring partner for collectors who play for keeps."""

__version__ = "0.1.0"
