"""The check before every call: whose it is, whether its key allows it, and whether its caller has not had enough."""

import hmac
from collections.abc import Callable
from functools import partial
from typing import Final

from service import errors
from service.access import refusals
from service.access.account import Account
from service.access.accounts import Accounts
from service.access.addresses import Addresses
from service.access.key_ring import KeyRing
from service.access.keys import Scope
from service.access.limits import limits_of
from service.access.scopes import MOVING, OPENING, SCOPE_OF, STREAMING, WATCHING
from service.access.weights import WEIGHT_OF
from service.callers import credentials_of
from service.calls.call import Call, Check, Context
from service.settings import Settings

Spend = Callable[[Account], None]


class Gate:
    """Builds the check of each method, once; a call then costs a look at its metadata and a few comparisons."""

    def __init__(self, settings: Settings, addresses: Addresses, ring: KeyRing, admin_token: str) -> None:
        self.accounts: Final = Accounts(limits_of(settings))
        self._ring: Final = ring
        self._admin_token: Final = admin_token
        self._addresses: Final = addresses
        self._require_key: Final = settings.require_key
        self._anonymous_reading: Final = settings.anonymous_reading

    def check_for(self, method: str) -> Check:
        """The check of a method of the contract; KeyError for one that has no scope."""
        scope, weight = SCOPE_OF[method], WEIGHT_OF.get(method, 1.0)
        if method in STREAMING:
            return self._stream_check(scope, weight, watches=method in WATCHING)
        if method in MOVING:
            return self._spending_check(scope, weight, Account.spend_move)
        if method in OPENING:
            return self._spending_check(scope, weight, Account.spend_match)
        return self._spending_check(scope, weight, None)

    def end_streams_of_lost_keys(self) -> None:
        """Ends what was begun with a key that has been revoked or has expired since."""
        for account in self.accounts.with_streams():
            try:
                self._ring.demand(account.key_id)
            except errors.ServiceError as refusal:
                for call in tuple(account.open_calls):
                    call.end_with(refusal)

    def _spending_check(self, scope: Scope, weight: float, spend: Spend | None) -> Check:
        def check(call: Call, context: Context) -> None:
            call.account = account = self._account(context, scope)
            account.spend_call(weight)
            if spend is not None:
                spend(account)

        return check

    def _stream_check(self, scope: Scope, weight: float, *, watches: bool) -> Check:
        def check(call: Call, context: Context) -> None:
            call.account = account = self._account(context, scope)
            account.spend_call(weight)
            account.begin_stream(call, watches=watches)
            call.on_end = partial(account.end_stream, call, watches=watches)

        return check

    def _account(self, context: Context, scope: Scope) -> Account:
        credentials = credentials_of(context)
        if credentials.key:
            try:
                key = self._ring.judge(credentials.key)
            except errors.ServiceError:
                self._stranger(context).spend_call()
                raise
            if not key.allows(scope) and not (scope == "admin" and self._is_operator(credentials.token)):
                raise refusals.scope_missing(scope)
            return self.accounts.of_key(key.id, key.limits)
        account = self._stranger(context)
        if scope == "admin":
            account.spend_call()
            self._demand_operator(credentials.token)
        elif self._require_key and not (scope == "read" and self._anonymous_reading):
            account.spend_call()
            raise refusals.key_missing(scope)
        return account

    def _stranger(self, context: Context) -> Account:
        forwarded = credentials_of(context).forwarded if self._addresses.has_proxies else ""
        return self.accounts.of(self._addresses.caller(context.peer(), forwarded))

    def _demand_operator(self, token: str) -> None:
        """The operator's token makes the first key, and opens the door when all keys are lost."""
        if not token:
            raise refusals.operator_missing()
        if not self._is_operator(token):
            raise refusals.operator_token_wrong()

    def _is_operator(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._admin_token.encode())
