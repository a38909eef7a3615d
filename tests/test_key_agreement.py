"""How a table and a hub come to one secret: both to the same, anybody between them to another code."""

import random

import pytest

from clockd.errors import BadInput
from clockd.key_agreement import (
    CODE_DIGITS,
    PRIME,
    PUBLIC_BYTES,
    RANDOM_BYTES,
    Agreement,
    Offer,
    agree,
    commitment_to,
    offer_from,
)

ABOUT = "table 3 journal 9f"


def offer(seed: int) -> Offer:
    return offer_from(random.Random(seed).randbytes(RANDOM_BYTES))


def meet(table: Offer, hub: Offer, seen_by_table: str, seen_by_hub: str) -> tuple[Agreement, ...]:
    """What each side comes to, with what it was shown of the other."""
    at_table = agree(table, seen_by_table, tables=table.public, hubs=seen_by_table, about=ABOUT)
    at_hub = agree(hub, seen_by_hub, tables=seen_by_hub, hubs=hub.public, about=ABOUT)
    return at_table, at_hub


def pi_times_two_to(bits: int) -> int:
    """Machin's formula in whole numbers."""
    one, guard = 1 << (bits + 64), 64

    def arctan_of_one_over(x: int) -> int:
        term, total, place, sign = one // x, one // x, 3, -1
        while term:
            term //= x * x
            total, place, sign = total + sign * (term // place), place + 2, -sign
        return total

    return (4 * (4 * arctan_of_one_over(5) - arctan_of_one_over(239))) >> guard


def is_prime(number: int) -> bool:
    """Miller and Rabin, ten bases."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29):
        value = pow(base, odd, number)
        if value in (1, number - 1):
            continue
        for _ in range(twos - 1):
            value = value * value % number
            if value == number - 1:
                break
        else:
            return False
    return True


def test_the_group_is_the_one_of_rfc_3526() -> None:
    """Section 3: p = 2^2048 - 2^1984 - 1 + 2^64 * (floor(2^1918 pi) + 124476); p and (p - 1) / 2 are prime."""
    assert 2**2048 - 2**1984 - 1 + 2**64 * (pi_times_two_to(1918) + 124476) == PRIME
    assert is_prime(PRIME) and is_prime((PRIME - 1) // 2)


def test_both_sides_come_to_one_secret_and_one_code() -> None:
    table, hub = offer(1), offer(2)
    at_table, at_hub = meet(table, hub, hub.public, table.public)
    assert at_table == at_hub
    assert len(at_table.secret) == 32
    assert len(at_table.code) == CODE_DIGITS and at_table.code.isdigit()
    assert commitment_to(table.public) == table.commitment != hub.commitment


def test_somebody_in_between_comes_to_other_codes() -> None:
    table, hub, stranger = offer(1), offer(2), offer(3)
    at_table, at_hub = meet(table, hub, stranger.public, stranger.public)
    assert at_table.code != at_hub.code and at_table.secret != at_hub.secret


def test_the_code_is_of_this_table_and_journal() -> None:
    table, hub = offer(1), offer(2)
    codes = {
        agree(hub, table.public, tables=table.public, hubs=hub.public, about=about).code
        for about in ("table 3 journal 9f", "table 4 journal 9f", "table 3 journal 9e")
    }
    assert len(codes) == 3


@pytest.mark.parametrize(
    "value",
    [0, 1, PRIME - 1, PRIME, PRIME + 1, 2 ** (8 * PUBLIC_BYTES) - 1],
)
def test_a_value_of_a_small_group_or_of_none_is_refused(value: int) -> None:
    """With such a value somebody would know the secret beforehand."""
    public = value.to_bytes(PUBLIC_BYTES, "big").hex()
    with pytest.raises(BadInput, match="expected"):
        agree(offer(1), public, tables=public, hubs=public, about=ABOUT)


@pytest.mark.parametrize("public", ["", "00", "g" * 512, "A" * 512, " " * 512, "0x" + "1" * 510])
def test_what_is_no_public_value_is_refused(public: str) -> None:
    with pytest.raises(BadInput, match="expected 512 hexadecimal digits"):
        agree(offer(1), public, tables=public, hubs=public, about=ABOUT)
