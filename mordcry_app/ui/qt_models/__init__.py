"""Qt's models over the frozen views: they show, and tell what was typed; they never write."""
