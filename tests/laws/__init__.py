"""Laws: what holds in every system, on every page, in the whole house."""
