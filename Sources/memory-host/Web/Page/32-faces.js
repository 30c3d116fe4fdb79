// Faces of cards: emoji, letters and symbols as text, shapes as drawings, pictures from the host.

/** The words for faces that have no letters. */
const FACE_NAMES = new Map(Object.entries({
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
const faceName = (face) => FACE_NAMES.get(face) ?? faceWords(face);

const shapesByName = new Map();
for (let index = 0; index < SHAPES.length; index += 3) {
  shapesByName.set(SHAPES[index], SHAPES.slice(index + 1, index + 3));
}

/** A shape as a drawing whose colours are those of the classes `ink` and the ink's name; null if no shape has this name. */
function drawShape(name) {
  const shape = shapesByName.get(name);
  if (!shape) return null;
  const [ink, parts] = shape;
  const svg = makeSVG("svg", { viewBox: "-1 -1 26 26", class: `shape ${ink}`, "aria-hidden": "true" });
  for (const part of parts.split("; ")) {
    const [letter, ...numbers] = part.split(" ");
    svg.append(drawPart(letter.toLowerCase(), numbers, letter === letter.toLowerCase() ? "ink" : "cut"));
  }
  return svg;
}

function drawPart(kind, numbers, color) {
  if (kind === "p") return makeSVG("polygon", { points: numbers.join(" "), class: color });
  if (kind === "e") {
    const [cx, cy, rx, ry] = numbers;
    return makeSVG("ellipse", { cx, cy, rx, ry, class: color });
  }
  const [width, ...points] = numbers;
  return makeSVG("polyline", { points: points.join(" "), class: `${color} line`, "stroke-width": width });
}

/**
 * The content of a card that shows `face`. `set` is the name of the set of faces, and `pictures` maps labels to paths on the
 * host; a picture that fails to load is replaced by its label.
 */
function drawFace(face, set, pictures) {
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
 * Has the browser fetch pictures before the first one is turned up; it keeps them as long as they are referred to. Many
 * browsers behind one address may ask for more at once than the host allows: they try again.
 */
function fetchPictures(pictures) {
  return [...pictures.values()].map((src) => fetchImage(new Image(), src));
}

function fetchImage(image, src) {
  let pause = 1000;
  image.addEventListener("error", () => {
    if ((pause *= 2) < 20_000) setTimeout(() => { image.src = src; }, pause);
  });
  image.src = src;
  return image;
}

function drawText(face) {
  const kind = face.codePointAt(0) > 0x1f000 ? "emoji" : face.length > 2 ? "word" : "sign";
  return make("span", { class: kind, "aria-hidden": "true" }, faceWords(face));
}
