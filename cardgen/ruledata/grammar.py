"""Expressions: what a spreadsheet could work out, and the words of a card table.

    my hand where suit == led           some of a list; `it` is the one looked at
    (my hand where suit == led) otherwise my hand
    min(count(my sold where ware == w) for w in [tea, lantern])
    who has most count(my sold)

From loose to tight: otherwise · if else · or · and · not · comparing · .. · + - · * / % · minus · fields and brackets.
"""

from __future__ import annotations

import re

from cardgen.ruledata import nodes as n
from cardgen.ruledata.file import Slip
from cardgen.ruledata.scanner import Scanner
from cardgen.ruledata.words import JOINED, PLACES

DEEP = 40  # brackets in brackets
_BRACES = re.compile(r"\{([^{}]*)\}")
COMPARE = ("==", "!=", "<", "<=", ">", ">=", "is", "in", "not", "are")
KEYWORDS = frozenset(
    [
        "and",
        "or",
        "not",
        "in",
        "is",
        "if",
        "else",
        "where",
        "otherwise",
        "of",
        "my",
        "to",
        "from",
        "as",
        "about",
        "each",
        "are",
        "for",
        "because",
        "be",
        "option",
        "has",
    ]
)


def expression(s: Scanner) -> n.Expression:
    s.depth += 1
    if s.depth > DEEP:
        raise Slip("this is nested too deeply", s.here())
    left = _either(s)
    while s.accept("otherwise"):
        left = n.Both(left.at, "otherwise", left, _either(s))
    s.depth -= 1
    return left


def _either(s: Scanner) -> n.Expression:
    one = _or(s)
    if s.sees("if"):
        s.take()
        condition = _or(s)
        s.expect("else")
        return n.Either(one.at, condition, one, _either(s))
    return one


def _or(s: Scanner) -> n.Expression:
    left = _and(s)
    while s.accept("or"):
        left = n.Both(left.at, "or", left, _and(s))
    return left


def _and(s: Scanner) -> n.Expression:
    left = _not(s)
    while s.accept("and"):
        left = n.Both(left.at, "and", left, _not(s))
    return left


def _not(s: Scanner) -> n.Expression:
    at, count = s.here(), 0
    while s.accept("not"):
        count += 1
    one = _compared(s)
    return one if not count else n.One(at, "not", one) if count % 2 else n.One(at, "not", n.One(at, "not", one))  # fmt: skip


def _compared(s: Scanner) -> n.Expression:
    left = _range(s)
    at = s.here()
    word = s.accept(*COMPARE)
    if not word:
        return left
    if word == "are":
        return _are(s, left)
    if word == "is":
        negated = bool(s.accept("not"))
        if s.accept("empty"):
            return n.One(at, "is not empty" if negated else "is empty", left)
        word = "!=" if negated else "=="
    elif word == "not":
        s.expect("in")
        word = "not in"
    compared = n.Both(left.at, word, left, _range(s))
    if s.sees(*COMPARE):
        raise s.unexpected(hint="put 'and' between two comparisons")
    return compared


def _are(s: Scanner, items: n.Expression) -> n.Expression:
    """Read what a set has in common: `are all of one colour`, `are all different in rank`, `are a run of rank`."""
    if s.accept("a"):
        s.expect("run", "are a run of rank")
        s.expect("of")
        return n.Are(items.at, items, "run", s.name("the name of a field"))
    s.expect("all", "are all of one colour, are all different in colour, are a run of rank")
    if s.accept("different"):
        s.expect("in")
        return n.Are(items.at, items, "different", s.name("the name of a field"))
    s.expect("of")
    s.expect("one")
    return n.Are(items.at, items, "alike", s.name("the name of a field"))


def _range(s: Scanner) -> n.Expression:
    left = _sum(s)
    if s.accept(".."):
        return n.Both(left.at, "..", left, _sum(s))
    return left


def _sum(s: Scanner) -> n.Expression:
    left = _product(s)
    while word := s.accept("+", "-"):
        left = n.Both(left.at, word, left, _product(s))
    return left


def _product(s: Scanner) -> n.Expression:
    left = _minus(s)
    while word := s.accept("*", "/", "%"):
        left = n.Both(left.at, word, left, _minus(s))
    return left


def _minus(s: Scanner) -> n.Expression:
    at, count = s.here(), 0
    while s.accept("-", "minus"):
        count += 1
    one = _postfix(s)
    return n.One(at, "-", one) if count % 2 else one


def _postfix(s: Scanner) -> n.Expression:
    one = tight(s)
    while word := s.accept("where", "at"):
        one = n.Where(one.at, one, _either(s)) if word == "where" else n.OnSpace(one.at, one, tight(s))
    return one


def tight(s: Scanner) -> n.Expression:
    """Read a name, a number or brackets with the fields and entries that follow: what `of` belongs to, and zones."""
    one = _atom(s)
    while True:
        if s.accept("."):
            one = n.Dot(one.at, one, s.name("the name of a field"))
        elif s.sees("["):
            s.take()
            one = n.Nth(one.at, one, expression(s))
            s.expect("]")
        else:
            return one


def _atom(s: Scanner) -> n.Expression:
    token = s.peek()
    at = s.here()
    if token.kind == "number":
        number = n.WholeNumber(at, int(s.take().text))
        if s.accept("of"):  # 2 of my cubes
            return n.Some(at, "first", number, tight(s))
        return number
    if token.kind == "quoted":
        said = s.take().text[1:-1]
        return text(said, at) if "{" in said else n.Quoted(at, said)
    if s.accept("("):
        inside = expression(s)
        s.expect(")")
        return inside
    if s.accept("["):
        return n.Listed(at, _until(s, "]"))
    name = s.name()
    return _named(s, at, name)


def _named(s: Scanner, at: int, name: str) -> n.Expression:
    if name == "my":
        return n.Of(at, s.name("what is mine"), n.Name(at, "me"), mine=True)
    if name == "option":
        return n.HouseRule(at, s.name("the name of a house rule"))
    if name == "who" and s.sees("has") and s.after().text in ("most", "least"):
        s.take()
        word = s.take().text
        return n.Call(at, f"with_{word}", (n.Name(at, "players"), _sum(s)))
    if name in ("first", "last") and (s.peek().kind == "number" or (s.peek().kind == "name" and s.after().text == "of" and not s.sees(*KEYWORDS))):  # fmt: skip
        token = s.take()
        number = n.WholeNumber(s.at(token.at), int(token.text)) if token.kind == "number" else n.Name(s.at(token.at), token.text)  # fmt: skip
        s.expect("of", f"{name} 3 of my hand")
        return n.Some(at, name, number, tight(s))
    if name in KEYWORDS:
        raise Slip(f"'{name}' is not expected here", at)
    if name in PLACES and (s.sees(JOINED[name]) if name in JOINED else _begins(s)):
        return _places(s, at, name)
    if s.sees("("):
        s.take()
        called = _call(s, at, name)
        if name in ("first", "last") and len(called.args) == 1 and called.over is None and s.accept("of"):
            return n.Some(at, name, called.args[0], tight(s))  # first (n - 1) of my hand
        return called
    if s.accept("of"):
        return n.Of(at, name, tight(s))
    return n.Name(at, name)


def _begins(s: Scanner) -> bool:
    """Return whether a place begins here, so that `below c` is read, and `below` alone is a name."""
    return s.peek().kind == "quoted" or (s.peek().kind == "name" and (s.sees("my") or not s.sees(*KEYWORDS, "on", "through")))  # fmt: skip


def _places(s: Scanner, at: int, word: str) -> n.Expression:
    """Read what follows a word about places."""
    s.accept(JOINED.get(word, ""))
    of, through, condition, board = tight(s), None, None, ""
    if word == "lines" and s.accept("through"):
        through = tight(s)
    if word == "distance":
        s.expect("to", PLACES[word][0])
        through = tight(s)
    if s.sees("on") and s.after().text != "top":
        s.take()
        board = s.name("the name of a board")
    if word == "reach" and s.accept("along"):
        through = tight(s)
    elif word == "reach" or (word == "groups" and s.sees("where")):
        s.expect("where", PLACES[word][0])
        condition = _either(s)
    return n.OnBoard(at, word, of, through, condition, board)


def _call(s: Scanner, at: int, name: str) -> n.Call:
    if s.accept(")"):
        return n.Call(at, name, ())
    first = expression(s)
    if s.accept("for"):
        var = s.name("a name for each of them")
        s.expect("in")
        over = expression(s)
        s.expect(")")
        return n.Call(at, name, (first,), var, over)
    if s.accept(")"):
        return n.Call(at, name, (first,))
    if not s.accept(","):
        raise s.unexpected("',' or ')'")
    return n.Call(at, name, (first, *_until(s, ")")))


def text(said: str, at: int) -> n.FreeWords:
    """Read free words; what is in braces is an expression."""
    parts: list[str | n.Expression] = []
    for number, part in enumerate(_BRACES.split(said)):
        if number % 2 == 0:
            parts += [part] if part else []
            continue
        inner = Scanner(part, 0, len(part), at)
        parts.append(expression(inner))
        inner.done()
    return n.FreeWords(at, said, tuple(parts))


def _until(s: Scanner, end: str) -> tuple[n.Expression, ...]:
    items: list[n.Expression] = []
    if s.accept(end):
        return ()
    while True:
        items.append(expression(s))
        if s.accept(end):
            return tuple(items)
        if not s.accept(","):
            raise s.unexpected(f"',' or '{end}'")
