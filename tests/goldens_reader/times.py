"""Instants of RFC 3339 date-times, for comparing."""

import re
from datetime import datetime, timedelta
from fractions import Fraction

def instant(text):
    found = re.fullmatch(r"(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)", text)
    try:
        day, clock, fraction, zone = found.groups()
        moment = datetime.fromisoformat(f"{day}T{clock}")
    except (AttributeError, ValueError):
        return None
    if zone not in "Zz":
        shift = timedelta(hours=int(zone[1:3]), minutes=int(zone[4:]))
        moment += -shift if zone[0] == "+" else shift
    return moment, Fraction(f"0{fraction or '.0'}")
