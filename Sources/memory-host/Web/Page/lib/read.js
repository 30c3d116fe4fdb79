// Values from the host, made safe: lengths and types are checked here.

/** A text from the wire: at most `most` characters, without control characters or marks that change direction. */
export function clip(value, most = 200) {
  if (typeof value !== "string") return "";
  return value.slice(0, most).replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, "");
}

/** True for a text that is more than a line to some reader: with control characters, or separators of lines. */
export const breaksLine = (text) => typeof text === "string" && /[\p{Cc}\u2028\u2029]/u.test(text);

export function list(value, most = 200) {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

export const texts = (value, most) => list(value, most).map((text) => clip(text));
export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const entries = (value) => isObject(value) ? Object.entries(value).slice(0, 200) : [];

export function integer(value, low, high, otherwise) {
  return Number.isInteger(value) && value >= low && value <= high ? value : otherwise;
}

/** The valid card numbers of a list, out of `all` cards. */
export const readCards = (value, all) => list(value).filter((card) => integer(card, 0, all - 1, null) !== null);

/** How many there are of something, such as milliseconds. */
export const count = (value, otherwise = 0) => integer(value, 0, 1e12, otherwise);
