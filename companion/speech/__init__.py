"""Speech: what is asked, thrown and paid is also said, where the program espeak-ng is installed."""
