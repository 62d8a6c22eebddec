"""A certificate that this server signs itself, for clients who are given a copy of it."""

import datetime
import ipaddress
import os
from collections.abc import Iterable
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from boyi.engines.files import write_atomically
from boyi.server.errors import ServerError

CERTIFICATE, KEY = "certificate.pem", "key.pem"
YEARS = 2
PRIVATE = 0o600
"""Who may read a key: its owner."""


def make_certificate(folder: Path, names: Iterable[str]) -> tuple[Path, Path]:
    """Write a certificate for some names and addresses, and its key, which nobody else may read.

    ServerError if there is one already, or the folder can't be written to.
    """
    certificate, key = folder / CERTIFICATE, folder / KEY
    if certificate.exists() or key.exists():
        raise ServerError(f"{folder} has a certificate or a key already; nothing was changed")
    secret = ec.generate_private_key(ec.SECP256R1())
    private = secret.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with open(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as file:  # noqa: PTH123
            file.write(private)
        signed = _sign(secret, [_name(name) for name in names])
        write_atomically(certificate, signed.public_bytes(serialization.Encoding.PEM))
    except OSError as error:
        raise ServerError(f"{error.filename or folder}: {error.strerror}") from None
    return certificate, key


def _name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _sign(secret: ec.EllipticCurvePrivateKey, names: list[x509.GeneralName]) -> x509.Certificate:
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "boyi server")])
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(secret.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=365 * YEARS))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(secret, hashes.SHA256())
    )
