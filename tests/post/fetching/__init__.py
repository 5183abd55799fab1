"""Every mail ends in the inbox of its game or is kept, once, whatever it is and whenever the power fails."""
