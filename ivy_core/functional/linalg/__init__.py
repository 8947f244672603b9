"""Linear algebra and tensor algebra."""
