"""The window: Qt widgets that show frozen views and call services."""
