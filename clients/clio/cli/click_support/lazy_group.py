"""Lazily loaded command groups."""

import inspect
import os
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any, Final

import click

from clio.cli.errors.exit_codes import ExitCode
from clio.cli.i18n.translate import t


class LazyGroup(click.Group):
    """A group that imports a command's module, which holds it as ``command``, when the command is called."""

    def __init__(self, *args: Any, modules: Mapping[str, str], **kwargs: Any) -> None:  # noqa: ANN401 (Click's own)
        super().__init__(*args, **kwargs)
        self._modules: Final = modules

    def invoke(self, ctx: click.Context) -> object:
        """Runs the command; a reader that closes the pipe early is no error."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(ExitCode.OK)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds a command; suggests similar ones where there is none, though none is imported yet."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=self._modules, ctx=ctx) from error

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Lists the commands in the order in which a match needs them."""
        del ctx
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports a command."""
        del ctx
        module = self._modules.get(cmd_name)
        if module is None:
            return None
        command = import_module(module).command
        if not isinstance(command, click.Command):
            raise TypeError(f"{module}.command is no command")
        return in_language(command)


def in_language(command: click.Command) -> click.Command:
    """Translates the help of a command."""
    command.help = translate_help(inspect.cleandoc(command.help or "")) or None
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = t(parameter.help)
    return command


def translate_help(text: str) -> str:
    """Translates a help text."""
    return t(to_catalog(text)).replace("\\b", "\b")


def to_catalog(text: str) -> str:
    """A help text as message id: catalogs write Click's mark, a backspace, as backslash and b."""
    return text.replace("\b", "\\b")
