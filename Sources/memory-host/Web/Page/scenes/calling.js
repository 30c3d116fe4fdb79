// Calls a player whose turn it is.

import { session } from "../net/session.js";

/** Calls a player who may have looked away: by a short buzz, or by two notes if the page is not on the screen. */
export function callPlayer() {
  if (!navigator.userActivation?.hasBeenActive || session.match.isAgainstHouse) return;
  if (document.visibilityState === "visible") return navigator.vibrate?.(40);
  const audio = new AudioContext(), volume = audio.createGain();
  volume.gain.value = 0.05;
  volume.connect(audio.destination);
  [660, 880].forEach((pitch, index) => {
    const note = new OscillatorNode(audio, { frequency: pitch });
    note.connect(volume);
    note.start(index * 0.15);
    note.stop(index * 0.15 + 0.14);
    if (index) note.onended = () => audio.close();
  });
}
