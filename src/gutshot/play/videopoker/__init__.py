"""The video-poker trainer: sessions of hands, judged, kept, taken apart."""
