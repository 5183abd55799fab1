"""Work in pieces: done here, or by the workers of a Dask cluster, with the same results.

pieces   what a piece of work is, and doing all of them in this process
edition  which pbm this is, so that workers with another one do nothing
cluster  processes of this machine, or a cluster that somebody runs
choice   who does the work of a command
"""
