// What the browser keeps.

/** Storage that may be switched off, as in some private windows: then nothing is kept. */
export function keep(storage, key, value) {
  try {
    if (value === null) window[storage].removeItem(key);
    else window[storage].setItem(key, value);
  } catch {
    // Nothing is kept.
  }
}

export function kept(storage, key) {
  try {
    return window[storage].getItem(key);
  } catch {
    return null;
  }
}
