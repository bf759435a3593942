"""What the companion knows of a patience in play: whether it can be won, how, and what to do next (S11).

The solver works in a process of its own (`worker`), so that neither its start nor its work keeps a frame
waiting; `adviser` asks it and holds what it has said; `answering` turns that into answers of the session.
"""
