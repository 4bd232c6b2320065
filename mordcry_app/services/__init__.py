"""The only writers: one function is one operation that can be taken back."""
