"""The sign-in page in English."""

from collections.abc import Mapping

SIGN_IN_ENGLISH: Mapping[str, str] = {
    "sign_in.title": "Arbiter: sign in",
    "sign_in.first": "The first arbiter",
    "sign_in.first_hint": "Enter the set-up code that clockd web has printed on its terminal, and choose a name.",
    "sign_in.code": "Set-up code",
    "sign_in.name": "Name",
    "sign_in.password": "Password (8 characters or more)",
    "sign_in.go": "Sign in",
    "sign_in.out": "Sign out",
    "sign_in.form": "This form has other fields than the page. Reload the page and try again.",
    "sign_in.elsewhere": "This form came from another page. Open the table's own address and try again.",
}
