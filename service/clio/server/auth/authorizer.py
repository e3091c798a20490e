"""Authorises every call: identifies the caller, checks the scope of its key, and charges its rate limits."""

import hmac
from collections.abc import Callable
from functools import partial
from typing import Final

from clio.server import errors
from clio.server.app.call_context import Call, Check
from clio.server.auth import auth_errors
from clio.server.auth.api_key_cache import ApiKeyCache
from clio.server.auth.client_address import ClientAddresses
from clio.server.auth.rate_limit import WEIGHT_OF, RateLimitAccount, RateLimitAccounts, limits_of
from clio.server.auth.scopes import MOVING, OF_A_MATCH, OPENING, SCOPE_OF, STREAMING, WATCHING, Scope
from clio.server.settings import Settings

Spend = Callable[[RateLimitAccount], None]


class Authorizer:
    """Builds the check of each method once, so that a call costs a metadata lookup and a few comparisons."""

    def __init__(self, settings: Settings, addresses: ClientAddresses, keys: ApiKeyCache, admin_token: str) -> None:
        self.accounts: Final = RateLimitAccounts(limits_of(settings))
        self._keys: Final = keys
        self._admin_token: Final = admin_token.encode()
        self._addresses: Final = addresses
        self._require_key: Final = settings.require_key
        self._anonymous_reading: Final = settings.anonymous_reading

    def check_for(self, method: str) -> Check:
        """Returns the check of a method of the contract; KeyError for a method without a scope."""
        check = self._check_for(method)
        if method in OF_A_MATCH:
            return check

        def check_token(call: Call) -> None:
            check(call)
            if call.credentials.token and not self._is_operator(call.credentials.token):
                raise auth_errors.token_not_of_this_call()

        return check_token

    def _check_for(self, method: str) -> Check:
        scope, weight = SCOPE_OF[method], WEIGHT_OF.get(method, 1.0)
        if method in STREAMING:
            return self._stream_check(scope, weight, watches=method in WATCHING)
        if method in MOVING:
            return self._spending_check(scope, weight, RateLimitAccount.spend_move)
        if method in OPENING:
            return self._spending_check(scope, weight, RateLimitAccount.spend_match)
        return self._spending_check(scope, weight, None)

    def end_streams_of_invalid_keys(self) -> None:
        """Ends the streams of keys that were revoked or have expired."""
        for account in self.accounts.with_streams():
            try:
                self._keys.check_valid(account.key_id)
            except errors.ServiceError as refusal:
                for call in tuple(account.open_calls):
                    call.end_with(refusal)

    def _spending_check(self, scope: Scope, weight: float, spend: Spend | None) -> Check:
        def check(call: Call) -> None:
            call.account = account = self._account(call, scope)
            account.spend_call(weight)
            if spend is not None:
                spend(account)

        return check

    def _stream_check(self, scope: Scope, weight: float, *, watches: bool) -> Check:
        def check(call: Call) -> None:
            call.account = account = self._account(call, scope)
            account.spend_call(weight)
            account.begin_stream(call, watches=watches)
            call.on_end = partial(account.end_stream, call, watches=watches)

        return check

    def _account(self, call: Call, scope: Scope) -> RateLimitAccount:
        credentials = call.credentials
        if credentials.key:
            try:
                key = self._keys.authenticate(credentials.key)
            except errors.ServiceError:
                self._anonymous_account(call).spend_call()
                raise
            if not key.allows(scope) and not (scope == "admin" and self._is_operator(credentials.token)):
                raise auth_errors.scope_missing(scope)
            call.namespace, call.is_operator = key.owner, "admin" in key.scopes
            return self.accounts.of_key(key.id, key.limits)
        call.is_operator = bool(credentials.token) and self._is_operator(credentials.token)
        account = self._anonymous_account(call)
        if scope == "admin":
            account.spend_call()
            self._require_operator(credentials.token)
        elif self._require_key and not (scope == "read" and self._anonymous_reading):
            account.spend_call()
            raise auth_errors.key_missing(scope)
        return account

    def _anonymous_account(self, call: Call) -> RateLimitAccount:
        forwarded = call.credentials.forwarded if self._addresses.has_proxies else ""
        return self.accounts.of(self._addresses.caller(call.peer, forwarded))

    def _require_operator(self, token: str) -> None:
        """Checks the operator's token, which creates the first key and works when all keys are lost."""
        if not token:
            raise auth_errors.operator_missing()
        if not self._is_operator(token):
            raise auth_errors.operator_token_wrong()

    def _is_operator(self, token: str) -> bool:
        return hmac.compare_digest(token.encode(), self._admin_token)
