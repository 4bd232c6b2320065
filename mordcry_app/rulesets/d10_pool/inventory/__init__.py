"""What a character carries: shapes on a grid of 5 × Might squares, bundles, and packing them."""
