"""Results as something a person or a script can read: text, SVG, JSON."""
