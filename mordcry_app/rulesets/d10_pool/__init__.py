"""d10 Pool: a party of characters who roll a d10 for each point of a stat and count high faces."""
