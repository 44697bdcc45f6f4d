"""A scene as SVG: no dependency, no font or file fetched, no script, any name safe."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree import ElementTree as ET  # only written here: nothing is parsed

from collection.pictures.lettering import FONTS, is_measured
from collection.pictures.scene import Box, Disc, Ink, Outline, Scene, Shape, Text
from collection.text import plain

_NAMESPACE = "http://www.w3.org/2000/svg"


def svg_of(scene: Scene) -> bytes:
    """Give `scene` as an SVG file in ASCII, which no terminal and no pipe trips over, described for screen readers."""
    size = {"width": _number(scene.width), "height": _number(scene.height)}
    root = ET.Element(
        "svg",
        {
            "xmlns": _NAMESPACE,
            **size,
            "viewBox": f"0 0 {size['width']} {size['height']}",
            "role": "img",
            "aria-labelledby": "title description",
            "font-family": FONTS,
        },
    )
    ET.SubElement(root, "title", id="title").text = plain(scene.title)
    ET.SubElement(root, "desc", id="description").text = plain(scene.description)
    for shape in scene.shapes:
        _add(root, shape)
    for element in (root, *root):
        # A line for each shape; the words inside texts are left alone.
        element.tail = "\n"
    root.text = "\n"
    written: bytes = ET.tostring(root, encoding="us-ascii", xml_declaration=True)
    return written


def _add(root: ET.Element, shape: Shape) -> None:
    match shape:
        case Box():
            place = {"x": shape.x, "y": shape.y, "width": shape.width, "height": shape.height}
            if shape.radius:
                place["rx"] = shape.radius
            ET.SubElement(root, "rect", _numbers(place) | _ink(shape.ink))
        case Disc():
            ET.SubElement(root, "circle", _numbers({"cx": shape.x, "cy": shape.y, "r": shape.radius}) | _ink(shape.ink))
        case Outline():
            points = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
            ET.SubElement(root, "polyline" if shape.open else "polygon", {"points": points} | _ink(shape.ink))
        case Text():
            _add_text(root, shape)


def _add_text(root: ET.Element, text: Text) -> None:
    if not text.words:
        return
    place = _numbers({"x": text.x, "y": text.y, "font-size": text.size}) | {"fill": text.colour}
    if text.anchor != "start":
        place["text-anchor"] = text.anchor
    if text.bold:
        place["font-weight"] = "bold"
    if not is_measured(text.words):
        # Some font will be found for it that nobody has measured: the words are made to take the room reckoned with.
        place |= {"textLength": _number(text.width), "lengthAdjust": "spacingAndGlyphs"}
    ET.SubElement(root, "text", place).text = text.words


def _ink(ink: Ink) -> dict[str, str]:
    painted = {"fill": ink.fill or "none"}
    if ink.line is not None:
        painted |= {"stroke": ink.line, "stroke-width": _number(ink.width), "stroke-linejoin": "round"}
        if ink.dashed:
            painted["stroke-dasharray"] = f"{_number(3 * ink.width)} {_number(2 * ink.width)}"
    return painted


def _numbers(lengths: Mapping[str, float]) -> dict[str, str]:
    return {name: _number(length) for name, length in lengths.items()}


def _number(length: float) -> str:
    """Give a length to a hundredth, as short as it can be written."""
    return f"{round(length, 2) + 0.0:g}" if abs(length) < 1000 else f"{round(length, 1):.6g}"
