"""Bytes made smaller, as a page's DecompressionStream('deflate-raw') and a zip archive read them."""

from zlib_ng import zlib_ng as zlib  # Python's own is another library on each system, with other bytes, and slower

QUICK = 2
"""The level of archive files, whose bytes must never change."""
SMALL = 6
"""The level of sealed pages: a sixth shorter than the quick one, at some five milliseconds for a printout."""


def pack(data: bytes, level: int) -> bytes:
    """The data, compressed (RFC 1951): without a header, so without a clock. `level`: of zlib, 1 to 9.

    The same bytes on every machine: levels 2, 4, 6 and 9 were tried on Intel processors of three generations and on two
    of ARM, all of them emulated.
    """
    made = zlib.compressobj(level, zlib.DEFLATED, -zlib.MAX_WBITS)
    return bytes(made.compress(data) + made.flush())
