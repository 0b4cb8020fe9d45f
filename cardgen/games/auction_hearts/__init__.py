"""Auction Hearts, traditional."""
