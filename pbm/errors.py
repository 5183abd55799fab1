"""The operator's mistakes. Anything else that is raised is a bug of ours."""


class PbmError(Exception):
    """A mistake of the operator, told in one sentence that names the file, key or option.

    Only `pbm.cli` prints it; it leaves with exit code 1.
    """
