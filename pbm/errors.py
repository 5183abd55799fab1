"""The operator's mistakes. Anything else that is raised is a bug of ours."""


class PbmError(Exception):
    """A mistake of the operator, told in one sentence that names the file, key or option.

    Only `pbm.cli` prints it; it leaves with exit code 1.
    """


def shown_name(name: object) -> str:
    """A name or path as it is told: whatever bytes and signs it has, on one line, as `a\\xff.txt` or `a\\n.txt`. One
    with a line end would forge a line of what is told, and one that is not UTF-8 can be written nowhere.
    """
    text = str(name)
    if text.isprintable():
        return text
    parts = (sign if sign.isprintable() else repr(sign)[1:-1].replace("\\udc", "\\x") for sign in text)
    return "".join(parts)
