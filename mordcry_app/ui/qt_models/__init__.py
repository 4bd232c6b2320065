"""Qt's models over the frozen views: they show, and tell what the player typed; they never write."""
