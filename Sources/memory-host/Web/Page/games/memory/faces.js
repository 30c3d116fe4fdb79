// Faces of cards: emoji, letters and symbols as text, shapes as drawings, pictures from the host.

import { make } from "../../lib/dom.js";
import { fetchImage } from "../../lib/images.js";
import { drawShape } from "../../lib/shapes.js";

/** The words for faces that have no letters. */
export const FACE_NAMES = new Map(Object.entries({
  "🐶": "dog", "🐱": "cat", "🐭": "mouse", "🐹": "hamster", "🐰": "rabbit", "🦊": "fox", "🐻": "bear", "🐼": "panda",
  "🐨": "koala", "🐯": "tiger", "🦁": "lion", "🐮": "cow", "🐷": "pig", "🐸": "frog", "🐵": "monkey", "🐔": "hen",
  "🐧": "penguin", "🐦": "bird", "🐤": "chick", "🦆": "duck", "🦅": "eagle", "🦉": "owl", "🦇": "bat", "🐺": "wolf",
  "🐗": "boar", "🐴": "horse", "🦄": "unicorn", "🐝": "bee", "🐛": "bug", "🦋": "moth", "🐌": "snail", "🐞": "ladybug",
  "🐜": "ant", "🦂": "scorpion", "🐢": "turtle", "🐍": "snake", "🦎": "lizard", "🐙": "octopus", "🦑": "squid",
  "🦐": "shrimp", "🦀": "crab", "🐡": "puffer", "🐠": "reef fish", "🐟": "fish", "🐬": "dolphin", "🐳": "whale",
  "🦈": "shark", "🐊": "croc", "🐘": "elephant", "🐪": "camel", "🦒": "giraffe", "🐓": "rooster",
  "★": "star", "●": "circle", "■": "square", "▲": "triangle", "◆": "diamond", "♠": "spade", "♥": "heart", "♣": "club",
  "☀": "sun", "☂": "umbrella", "☎": "telephone", "♪": "note", "☯": "yin and yang", "✚": "cross", "✿": "flower",
  "☾": "moon", "⚑": "flag", "⌂": "house", "∞": "infinity", "∑": "sum", "Ω": "omega", "√": "root", "§": "section",
  "&": "ampersand", "@": "at sign", "#": "number sign",
}));

/** The words of a face. Those of a picture's label have no spaces on the wire: Album 8 is Album8. */
const faceWords = (face) => face.replace(/(\p{Ll})(?=[\p{Lu}\d])/gu, "$1 ");
/** The name of a face. */
export const faceName = (face) => FACE_NAMES.get(face) ?? faceWords(face);

/**
 * The content of a card that shows `face`. `set` is the name of the set of faces, and `pictures` maps labels to paths
 * on the host; a picture that fails to load is replaced by its label.
 */
export function drawFace(face, set, pictures) {
  if (set === "shapes") {
    const shape = drawShape(face);
    if (shape) return shape;
  }
  const path = pictures?.get(face);
  if (!path) return drawText(face);
  const image = make("img", { src: path, alt: "", class: "picture", draggable: false, decoding: "async" });
  image.addEventListener("error", () => image.replaceWith(drawText(face)));
  return image;
}

/**
 * Has the browser fetch pictures before the first one is turned up; it keeps them as long as they are referred to.
 */
export function fetchPictures(pictures) {
  return [...pictures.values()].map((src) => fetchImage(new Image(), src));
}

function drawText(face) {
  const kind = face.codePointAt(0) > 0x1f000 ? "emoji" : face.length > 2 ? "word" : "sign";
  return make("span", { class: kind, "aria-hidden": "true" }, faceWords(face));
}
