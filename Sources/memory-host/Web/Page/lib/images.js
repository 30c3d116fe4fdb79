// Pictures from the host.

/**
 * Has an image load a picture. Many browsers behind one address may ask for more at once than the host allows: it tries
 * again.
 */
export function fetchImage(image, src) {
  let pause = 1000;
  image.addEventListener("error", () => {
    if ((pause *= 2) < 20_000) setTimeout(() => { image.src = src; }, pause);
  });
  image.src = src;
  return image;
}
