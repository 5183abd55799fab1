"""`pbm deploy`: what goes out is what the build lists, in an order that leaves no dead link, and again without harm."""
