"""A battle, shot by shot (NW 5.3 to 5.18).

units: who and what takes part; shots: one shot and what it does; fight: rounds and segments; aftermath: who has won,
what is lost and earned.
"""
