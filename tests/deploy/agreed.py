"""Settings that deploy/ names and that are on their way into the service."""

# Emptied as they arrive: a name that the service knows by now must not stand here.
ON_THEIR_WAY = {"CLIO_TRUSTED_PROXIES"}
