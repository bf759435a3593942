"""Teaching the net that confirms the dice: scenes drawn from nothing, the net, its training and its export.

Nothing here is needed to play: the weights travel with the program.  PyTorch is a tool of development only
and is imported by `hardware.training.learning` alone, when it runs.
"""
