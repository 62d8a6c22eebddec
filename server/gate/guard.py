"""Ceilings for engines that are not ours: what they offer is bent, and what is set is held against that."""

from boyi.engines.options import PATHS, Ceilings, Option, Options
from boyi.protocol import messages as msg
from boyi.protocol.dialect import Dialect
from boyi.protocol.uci.ucci_options import to_theirs
from boyi.server.settings import ServerSettings


class OptionGuard:
    """Stands between a client and a foreign engine of UCI or UCCI.

    Nobody says which of its texts are paths: it sets none of them.
    """

    def __init__(self, settings: ServerSettings) -> None:
        """Nothing is offered yet."""
        self._ceilings = Ceilings(tuple(settings.caps.items()), settings.forbidden)
        self._holds_texts = PATHS in settings.forbidden
        self._offered: dict[str, Option] = {}

    def offer(self, dialect: Dialect, line: str, offer: msg.OptionOffer) -> list[str]:
        """The lines that offer an option as far as it may be set, unchanged where nothing is bent."""
        option = offer.option
        if option.kind == "string" and self._holds_texts:
            return []
        (bent,) = self._ceilings.over([option])
        if not bent.offered:
            return []
        self._offered[bent.name.lower()] = bent
        return [line] if bent == option else dialect.render_event(msg.OptionOffer(bent))

    def set(self, dialect: Dialect, line: str, setting: msg.SetOption) -> tuple[list[str], str]:
        """The lines for the engine, and what is to be said to the client, if anything."""
        option = self._offered.get(setting.name.lower()) or self._offered.get(to_theirs(setting.name).lower())
        if option is None:
            return [], f"no option {setting.name[:60]!r}"
        if option.kind == "button":
            return [line], ""
        options = Options([option])
        try:
            complaint = options.set(option.name, setting.value or "")
        except ValueError as error:
            return [], str(error)
        if not complaint:
            return [line], ""
        return [dialect.render_command(msg.SetOption(option.name, str(options[option.name])))], complaint
