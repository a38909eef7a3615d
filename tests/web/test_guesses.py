"""The limit on guessing: for an address, for a name, and for everybody together."""

import pytest

from clockd.web.accounts import Refused
from clockd.web.guesses import (
    ADDRESS_S,
    ADDRESS_TRIES,
    ALL_TRIES,
    KEPT_MOST,
    NAME_S,
    NAME_TRIES,
    Guesses,
)
from clockd.web.shares import network_of


def test_five_tries_of_an_address_and_it_waits_a_minute() -> None:
    guesses = Guesses()
    for second in range(ADDRESS_TRIES):
        guesses.count("10.0.0.1", "Ann", second)
    with pytest.raises(Refused, match=r"^too many tries: wait 56 s$"):
        guesses.count("10.0.0.1", "Ann", ADDRESS_TRIES)
    guesses.count("10.0.0.2", "Ann", ADDRESS_TRIES)  # another machine is not shut out
    guesses.count("10.0.0.1", "Ann", ADDRESS_S)


def test_ten_tries_of_a_name_from_anywhere_and_it_waits_whether_it_exists_or_not() -> None:
    guesses = Guesses()
    for place in range(NAME_TRIES):
        guesses.count(f"10.0.1.{place}", "Nobody", 0)
    with pytest.raises(Refused, match=f"wait {NAME_S + 1 - 2} s"):
        guesses.count("10.0.2.1", " Nobody ", 2)
    guesses.count("10.0.2.1", "Ann", 2)


def test_sixty_tries_of_all_and_only_known_machines_may_go_on() -> None:
    """Names and addresses change each time: the sum stays bounded, and the arbiters' own machines stay open."""
    guesses = Guesses()
    guesses.count("10.0.0.1", "Ann", 0)
    guesses.proved("10.0.0.1", "Ann", 0)
    for place in range(ALL_TRIES - 1):
        guesses.count(f"10.1.{place}.1", f"name {place}", 1)
    with pytest.raises(Refused, match="too many tries"):
        guesses.count("10.2.0.1", "another", 2)
    guesses.count("10.0.0.1", "Ann", 2)


def test_a_right_password_clears_the_tries_before_it() -> None:
    guesses = Guesses()
    for _ in range(3):
        for _ in range(ADDRESS_TRIES - 1):
            guesses.count("10.0.0.1", "Ann", 0)
        guesses.proved("10.0.0.1", "Ann", 0)


def test_a_machine_of_ipv6_is_its_network() -> None:
    """2^64 addresses of one household count as one."""
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::9")
    assert network_of("2001:db8:1:2::9") != network_of("2001:db8:1:3::9")
    assert network_of("::ffff:10.0.0.1") == network_of("10.0.0.1") == "10.0.0.1"
    assert network_of("fe80::1%eth0") == network_of("fe80::2") and network_of("") == ""


def test_what_is_remembered_is_bounded() -> None:
    guesses = Guesses()
    for place in range(3 * KEPT_MOST):
        guesses.count(f"10.{place // 250}.0.{place % 250}", f"{place}", 1000 * place)
    assert len(guesses._tries) <= KEPT_MOST
