"""Who may ask what only an operator may: the one place that decides it."""

import hmac
from typing import Final

from service import errors
from service.callers import token_of
from service.calls.call import Context


class Operators:
    """Those who have the operator's token."""

    def __init__(self, token: str) -> None:
        self._token: Final = token

    def demand(self, context: Context) -> None:
        """Refuses everybody else."""
        token = token_of(context)
        if not token:
            raise errors.token_missing("the operator's token")
        if not hmac.compare_digest(token.encode(), self._token.encode()):
            raise errors.operator_token_wrong()
