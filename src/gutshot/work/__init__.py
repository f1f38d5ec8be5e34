"""Long work with a name: building artefacts, verifying, measuring."""
