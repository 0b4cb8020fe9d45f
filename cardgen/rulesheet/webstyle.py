"""The style sheet of a rule sheet's web page, from its theme."""

from __future__ import annotations

from cardgen.base.colours import contrast
from cardgen.rulesheet.theme import BoxStyle, Theme, TypeStyle

_READABLE = 3.0  # of large words; what a theme chose for print is not judged more strictly here
MM_IN_REM = 0.31
"""How many rem stand for a millimetre of the printed sheet."""
_BASE = """\
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);line-height:1.45}
main,footer{max-width:60rem;margin:0 auto;padding:0 1rem}
main{padding-top:1rem}
footer{padding:1rem 1rem 2rem;font-size:.8rem;border-top:2px solid var(--rule);margin-top:1.5rem}
p{margin:.5rem 0}
h1{margin:.6rem 0 .3rem;line-height:1.1}
main>:is(p,ul,ol,dl):not([class]){max-width:46rem}
h2,h3,h4{margin:1.4rem 0 .5rem;line-height:1.15}
h2{padding-bottom:.3rem;border-bottom:2px solid var(--rule);position:relative}
svg{display:block;width:100%;height:auto}
figure{margin:.6rem 0;text-align:center}
figcaption{margin-top:.35rem}
figure>.picture+.picture{margin-left:.8rem}
.picture{display:inline-block;max-width:100%;vertical-align:middle}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.masthead{margin-bottom:.9rem;text-align:center}
.masthead .narrow{display:none}
ol{list-style:none;counter-reset:item var(--start,0);padding:0;margin:.6rem 0}
ol>li{counter-increment:item;position:relative;padding-left:2.6rem;min-height:1.9rem;margin:.55rem 0}
ol>li::before{content:counter(item);position:absolute;left:0;top:-.1rem;width:1.8rem;height:1.8rem;line-height:1.8rem;border-radius:50%;text-align:center;background:var(--disc);color:var(--number)}
ul{padding-left:1.2rem}
dt{font-weight:700;margin-top:.5rem}
dd{margin:0 0 0 1rem}
.cite{font-size:.6em;color:var(--cite);margin-left:.15em;line-height:0}
.glance{list-style:none;margin:0 0 1rem;padding:.9rem 1rem;display:flex;flex-wrap:wrap;gap:.8rem 1.2rem;justify-content:space-around;text-align:center}
.glance li{display:flex;flex-direction:column;justify-content:space-between;align-items:center;gap:.3rem}
.glance .shown{flex:1;display:flex;align-items:center;gap:.3rem}
.glance .fact strong{display:block}
.columns{display:grid;grid-template-columns:var(--columns);gap:0 2rem}
.column>:first-child{margin-top:.6rem}
.column{min-width:0}
.set-up{display:grid;grid-template-columns:minmax(0,1.75fr) minmax(0,1fr);gap:0 1.5rem;align-items:start}
.set-up .picture{width:100%!important}
.set-up h3{grid-column:1/-1}
.column .set-up{display:block}
.gallery{list-style:none;margin:.6rem 0;padding:0;display:grid;grid-template-columns:repeat(var(--count,auto-fit),minmax(0,1fr));gap:.8rem 1rem}
.gallery figure{margin:0}
.box{position:relative;margin:.9rem 0;padding:.8rem 1rem}
.box>:first-child{margin-top:0}
.box>:last-child{margin-bottom:0}
.box h2,.box h3{border:0;padding:0;margin:0 0 .4rem}
.box h2::after{display:none}
.box .icon{float:right;margin:0 0 .3rem .6rem}
.steps>h2{text-align:center;padding:.2rem 0}
.steps>ol{display:grid;grid-template-columns:repeat(auto-fit,minmax(12.5rem,1fr));gap:.5rem;margin:0}
.steps>ol>li{margin:0;padding:.7rem .8rem}
.steps>ol>li::before{left:.7rem;top:.6rem}
.steps h3{margin:0 0 .2rem 2.4rem;min-height:1.9rem;line-height:1.9rem}
table{width:100%;border-collapse:collapse;margin:.6rem 0}
.lines th,.lines td{padding:.3rem .6rem .3rem 0;border-bottom:1px solid var(--rule)}
.panels{border-collapse:separate;border-spacing:0 .45rem}
.panels td{padding:.5rem .4rem}
.panels td:first-child{border-radius:.4rem 0 0 .4rem;padding-left:.7rem}
.panels td:last-child{border-radius:0 .4rem .4rem 0;padding-right:.7rem}
.panels td:has(>.picture:only-child){width:1%;white-space:nowrap}
.credits{font-size:.85rem}
@media (max-width:44rem){
.columns,.set-up{display:block}
.column+.column>h2:first-child{margin-top:1.4rem}
.masthead .wide{display:none}
.masthead .narrow{display:block}
.glance{justify-content:center}
}
@media print{
.page-break{break-after:page}
main{max-width:none;padding:0}
.box,figure,li,tr{break-inside:avoid}
}
"""
_LOZENGE = (
    'h2::after{content:"";position:absolute;right:0;bottom:calc(-.25rem - 1px);width:.95rem;height:.5rem;'
    "background:var(--rule);clip-path:polygon(0 50%,50% 0,100% 50%,50% 100%)}"
)
_BOARD = "display:table;margin:0 auto .6rem;padding:.2rem 2.5rem;border:3px solid;border-radius:.35rem"


def style_sheet(theme: Theme) -> str:
    """Return the CSS: the theme's colours and type over one plain, responsive layout."""
    text = theme.words("text")
    colours = {
        "paper": theme.page.paper or "#ffffff",
        "ink": text.fill,
        "rule": theme.heading.colour,
        "disc": theme.disc.fill,
        "number": theme.words("number").fill,
        "cite": theme.words("cite").fill,
    }
    rules = [":root{" + ";".join(f"--{name}:{value}" for name, value in colours.items()) + "}", _BASE]
    rules.append(f"body{{{_words(text, '1.0625rem')}}}")
    for selector, name in _TYPE.items():
        style = theme.words(name)
        rules.append(f"{selector}{{{_words(style, f'{style.size * MM_IN_REM:.3f}rem')}}}")
    for name, style in theme.type.items():
        box, dot, part = name.rpartition(".")
        if dot and part in ("box-title", "step-title"):
            selector = f".{box.replace('.', '-')}>:is(h2,h3)" if part == "box-title" else f".{box} h3"
            rules.append(f"{selector}{{{_words(style, f'{style.size * MM_IN_REM:.3f}rem')}}}")
    if theme.heading.ornament == "lozenge":
        rules.append(_LOZENGE)
    for name, look in theme.boxes.items():
        selector = _SELECTORS.get(name, "." + name.replace(".", "-"))
        rules.append(f"{selector}{{{_look(look, row=name == 'panels', variant='.' in name)}}}")
        if look.title_plain:
            rules.append(f"{selector}>:is(h2,h3){{background:{look.title_plain};{_BOARD}}}")
        if name.startswith("call-out"):
            rules += _inside(theme, name, selector, look)
    return "\n".join(rules) + "\n"


_TYPE = {
    "h1": "title",
    ".masthead": "masthead.text",
    "h2": "heading-2",
    "h3": "heading-3",
    "h4": "heading-4",
    ".box>:is(h2,h3)": "box-title",
    ".steps h3": "step-title",
    "ol>li::before": "number",
    ".glance .fact strong": "value",
    ".glance .fact": "label",
    ".glance .part": "part",
    "figcaption": "caption",
    ".gallery figcaption": "gallery.caption",
    "th": "table-head",
    ".credits": "credits.text",
}
_SELECTORS = {"at-a-glance": ".glance", "step": ".steps>ol>li", "panels": ".panels td", "table": ".lines"}


def _words(style: TypeStyle, size: str) -> str:
    generic = "sans-serif" if style.font in ("Oswald", "Roboto") else "serif"
    parts = [
        f"font-family:'{style.font}',{generic}",
        f"font-size:{size}",
        f"font-weight:{700 if style.bold else 400}",
        f"color:{style.fill}",
    ]
    if style.italic:
        parts.append("font-style:italic")
    if style.upper:
        parts.append("text-transform:uppercase")
    if style.align != "start":
        parts.append(f"text-align:{style.align}")
    return ";".join(parts)


def _inside(theme: Theme, name: str, selector: str, box: BoxStyle) -> list[str]:
    """Return the colours of words in a call-out: its own where they can be read on its plain ground."""
    ink = theme.words("text").fill
    ground = box.plain or box.fill or theme.page.paper or "#ffffff"
    rules = []
    own = theme.words("text", name).fill
    if own != ink and contrast(own, ground) >= _READABLE:
        rules.append(f"{selector}{{color:{own};--cite:{own}}}")
    heading = theme.type.get(f"{name}.heading-3")
    if heading and contrast(heading.fill, ground) >= _READABLE:
        rules.append(f"{selector} * h3{{{_words(heading, f'{heading.size * MM_IN_REM:.3f}rem')}}}")
    return rules


def _look(box: BoxStyle, row: bool, variant: bool = False) -> str:
    """Return the look of a box; the cells of a row share one, so they have no corners of their own.

    A variant (`call-out.foot`) is seen instead of the box it varies, so what it lacks it says.
    """
    parts = []
    fill = box.plain or box.fill
    border = box.plain_border or box.border
    if fill or variant:
        parts.append(f"background:{fill or 'none'}")
    if border and row:
        parts.append(f"border:solid {border};border-width:1px 0")
    elif border:
        parts.append(f"border:{max(1.0, box.border_width * 5):.1f}px solid {border}")
    elif variant:
        parts.append("border:0" if any(box.padding) else "border:0;padding:0")
    if (box.radius or box.plain) and not row:
        parts.append(f"border-radius:{max(box.radius, 2.0) * MM_IN_REM:.2f}rem")
    if box.align != "start" or variant:
        parts.append(f"text-align:{box.align}")
    return ";".join(parts)
