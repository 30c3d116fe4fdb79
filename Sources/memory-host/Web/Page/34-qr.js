// A QR code (ISO/IEC 18004) of a link: bytes, error correction level L, versions 1 to 5, which have a single block.

/** For each version: data bytes and error correction bytes. */
const QR_SIZES = [[19, 7], [34, 10], [55, 15], [80, 20], [108, 26]];

/** Multiplies in the field of 256 elements that the code uses. */
function multiply(one, two) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ (product & 128 ? 0x11d : 0) ^ ((two >> bit) & 1 ? one : 0);
  }
  return product;
}

/** The Reed-Solomon bytes for some data. */
function errorCorrection(data, count) {
  let divisor = [1];
  for (let power = 0, root = 1; power < count; power += 1, root = multiply(root, 2)) {
    divisor = [...divisor, 0].map((factor, index) => factor ^ multiply(divisor[index - 1] ?? 0, root));
  }
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    for (let index = 0; index < count; index += 1) rest[index] ^= multiply(divisor[index + 1], factor);
  }
  return rest;
}

/** The modules of a text, row by row, true for dark; null if it is too long. */
function qrModules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = QR_SIZES.findIndex(([size]) => bytes.length + 2 <= size) + 1;
  if (!version) return null;
  const [size, correction] = QR_SIZES[version - 1];
  // The mode (4 for bytes), the length, the bytes, an end, and padding.
  const bits = [[4, 4], [bytes.length, 8], ...bytes.map((byte) => [byte, 8]), [0, 4]]
    .flatMap(([value, count]) => Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1));
  const data = bits.join("").match(/.{8}/g).map((byte) => parseInt(byte, 2));
  for (let pad = 0xec; data.length < size; pad ^= 0xec ^ 0x11) data.push(pad);
  const words = [...data, ...errorCorrection(data, correction)];
  const codes = Array.from({ length: 8 }, (_, mask) => drawModules(version, words, mask));
  return codes.reduce((best, code) => penalty(code) < penalty(best) ? code : best);
}

/** Draws the patterns that every code has, the words, and the format. */
function drawModules(version, words, mask) {
  const side = 17 + 4 * version;
  const modules = Array.from({ length: side }, () => Array(side).fill(null));
  const square = (row, column, radius, isDark) => {
    for (let y = -radius; y <= radius; y += 1) {
      for (let x = -radius; x <= radius; x += 1) {
        if (modules[row + y]?.[column + x] === undefined) continue;
        modules[row + y][column + x] = isDark(Math.max(Math.abs(x), Math.abs(y)));
      }
    }
  };
  for (const [row, column] of [[3, 3], [3, side - 4], [side - 4, 3]]) {
    square(row, column, 4, (ring) => ring !== 2 && ring !== 4);
  }
  if (version > 1) square(side - 7, side - 7, 2, (ring) => ring !== 1);
  for (let at = 8; at < side - 8; at += 1) modules[6][at] = modules[at][6] = at % 2 === 0;
  drawFormat(modules, mask);
  drawWords(modules, words, mask);
  return modules;
}

function drawFormat(modules, mask) {
  const side = modules.length;
  // Level L is 1; the rest are the check bits of a BCH code, and a mask.
  const value = (1 << 3) | mask;
  let rest = value;
  for (let bit = 0; bit < 10; bit += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const format = ((value << 10) | rest) ^ 0x5412;
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((format >> bit) & 1) === 1;
    if (bit < 8) modules[8][side - 1 - bit] = isDark;
    else modules[side - 15 + bit][8] = isDark;
    if (bit < 6) modules[bit][8] = isDark;
    else if (bit < 8) modules[bit + 1][8] = isDark;
    else modules[8][bit === 8 ? 7 : 14 - bit] = isDark;
  }
  modules[side - 8][8] = true;
}

const QR_MASKS = [
  (row, column) => (row + column) % 2, (row) => row % 2, (_, column) => column % 3, (row, column) => (row + column) % 3,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2, (row, column) => row * column % 2 + row * column % 3,
  (row, column) => (row * column % 2 + row * column % 3) % 2,
  (row, column) => ((row + column) % 2 + row * column % 3) % 2,
];

/** Fills in the words, in pairs of columns from the right, alternately up and down. */
function drawWords(modules, words, mask) {
  const side = modules.length;
  let bit = 0;
  for (let right = side - 1, isUp = true; right > 0; right -= 2, isUp = !isUp) {
    if (right === 6) right = 5;
    for (let step = 0; step < side; step += 1) {
      const row = isUp ? side - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (modules[row][column] !== null) continue;
        const isDark = ((words[bit >> 3] ?? 0) >> (7 - bit % 8)) & 1;
        modules[row][column] = Boolean(isDark) !== (QR_MASKS[mask](row, column) === 0);
        bit += 1;
      }
    }
  }
}

/** Points against a code: for long runs, blocks of one colour, likenesses of a corner, and too much of one colour. */
function penalty(modules) {
  const side = modules.length;
  const rows = modules.map((row) => row.map(Number).join(""));
  const columns = rows.map((_, column) => rows.map((row) => row[column]).join(""));
  let sum = 0;
  for (const line of [...rows, ...columns]) {
    for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    sum += 40 * (line.match(/(?=00001011101|10111010000)/g) ?? []).length;
  }
  for (let row = 1; row < side; row += 1) {
    for (let column = 1; column < side; column += 1) {
      const block = rows[row - 1].slice(column - 1, column + 1) + rows[row].slice(column - 1, column + 1);
      if (/^(0000|1111)$/.test(block)) sum += 3;
    }
  }
  const dark = rows.join("").replaceAll("0", "").length;
  return sum + 10 * Math.floor(Math.abs(20 * dark / side ** 2 - 10));
}

/** A QR code as a drawing, with the quiet zone around it; null if the text is too long. */
function drawQR(text) {
  const modules = qrModules(text);
  if (!modules) return null;
  const side = modules.length + 8;
  const path = modules.flatMap((row, y) => row.map((isDark, x) => isDark ? `M${x + 4} ${y + 4}h1v1h-1z` : "")).join("");
  const attributes = { viewBox: `0 0 ${side} ${side}`, class: "qr", role: "img", "aria-label": "QR code for the link" };
  return makeSVG("svg", attributes, makeSVG("path", { d: path, "shape-rendering": "crispEdges" }));
}
