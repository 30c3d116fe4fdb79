// SHA-256 as in FIPS 180-4. Browsers have one of their own, but not for pages that come from a plain http address.

const primes = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime)) primes.push(number);
}

/** The first 32 bits of the fractional part. */
const fraction = (number) => Math.floor(number % 1 * 2 ** 32);

const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = primes.map((prime) => fraction(Math.cbrt(prime)));

const rotate = (word, bits) => word >>> bits | word << 32 - bits;

/** The bytes of a text, its end and its length in bits, in blocks of 64. */
function padded(text) {
  const bytes = [...new TextEncoder().encode(text)], bits = 8 * bytes.length;
  bytes.push(0x80);
  while (bytes.length % 64 !== 56) bytes.push(0);
  return [...bytes, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => bits >>> shift & 255)];
}

/** The hash of a text, in hexadecimal digits. The text is shorter than 512 MB. */
export function sha256(text) {
  const bytes = padded(text);
  let hash = START;
  for (let start = 0; start < bytes.length; start += 64) {
    const words = [];
    let [a, b, c, d, e, f, g, h] = hash;
    for (let index = 0; index < 64; index += 1) {
      const early = words[index - 15], late = words[index - 2], at = start + 4 * index;
      words.push(index < 16
        ? bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3]
        : words[index - 16] + words[index - 7] + (rotate(early, 7) ^ rotate(early, 18) ^ early >>> 3)
          + (rotate(late, 17) ^ rotate(late, 19) ^ late >>> 10) | 0);
      const first = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + (e & f ^ ~e & g) + ROUNDS[index]
        + words[index];
      const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + (a & b ^ a & c ^ b & c);
      [h, g, f, e, d, c, b, a] = [g, f, e, d + first | 0, c, b, a, first + second | 0];
    }
    const mixed = [a, b, c, d, e, f, g, h];
    hash = hash.map((word, index) => word + mixed[index] | 0);
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
