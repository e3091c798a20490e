"""The composition root: builds a server from its settings."""

from clio.server.bootstrap.clio import Clio
from clio.server.bootstrap.stores import open_key_store, open_projection_context, settings_from_environment

__all__ = ["Clio", "open_key_store", "open_projection_context", "settings_from_environment"]
