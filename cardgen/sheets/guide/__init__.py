"""The pages that explain a kit to the person who makes it: the print guide and the duplex test."""
