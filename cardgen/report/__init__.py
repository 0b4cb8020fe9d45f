"""What a simulation found out as a page that a designer acts on: a verdict in plain words, and the evidence for it."""

from cardgen.report.page import report_page

__all__ = ["report_page"]
