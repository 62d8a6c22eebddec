"""Figures of a server, for Prometheus."""

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)


class Counters:
    """All that is counted; each server has its own."""

    def __init__(self) -> None:
        """Everything is zero."""
        self.registry = CollectorRegistry(auto_describe=True)
        ProcessCollector(registry=self.registry)  # memory and descriptors, on Linux
        self.sockets = Gauge("boyi_sockets", "Websockets that are open", registry=self.registry)
        self.requests = Counter(
            "boyi_requests", "HTTP requests, by route and status", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "boyi_request_seconds", "Time until an HTTP answer", ["route"], buckets=LATENCIES,
            registry=self.registry,
        )  # fmt: skip
        self.messages = Counter(
            "boyi_messages", "Messages heard, by socket", ["socket"], registry=self.registry
        )
        self.refusals = Counter(
            "boyi_refusals", "Requests and messages refused, by status", ["status"], registry=self.registry
        )
        self.moves = Counter("boyi_moves", "Moves accepted, by game", ["game"], registry=self.registry)
        self.stalled = Counter("boyi_watchers_dropped", "Watchers that took nothing", registry=self.registry)
        self.faults = Counter("boyi_faults", "Errors of the server's own", registry=self.registry)

    def watch(self, name: str, said: str, look: Callable[[], float]) -> None:
        """Have a figure that is looked up whenever it is asked for."""
        Gauge(name, said, registry=self.registry).set_function(look)

    def text(self) -> bytes:
        """All figures as Prometheus reads them."""
        return generate_latest(self.registry)
