"""Which article is enforced by what, which tests prove it, and whether those tests notice when the rule is off."""
