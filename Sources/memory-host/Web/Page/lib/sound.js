// Sounds and vibration, off until somebody asks for them.

import { button, setText, wantsRest } from "./dom.js";
import { keep, kept } from "./storage.js";

const SOUND_KEY = "memory.sound";
/** The notes of each sound, in hertz, and its vibration, in milliseconds on and off. */
const SOUNDS = {
  turn: [[587], 60], pair: [[659, 880], [40, 60, 40]], miss: [[233, 196], 120],
  end: [[523, 659, 784, 1047], [80, 60, 80, 60, 200]],
};
/** Seconds between two notes, and for which one sounds. */
const BEAT = 0.12, LENGTH = 0.35;

let context = null;

const hasSound = () => kept("localStorage", SOUND_KEY) === "on";

/** The buttons that switch sounds on or off, and say what they are like. */
const buttons = [];

function drawButtons() {
  for (const element of buttons) setText(element, hasSound() ? "Sound: on" : "Sound: off");
}

export function makeSoundButton() {
  buttons.push(button("", () => {
    keep("localStorage", SOUND_KEY, hasSound() ? "off" : "on");
    drawButtons();
    sound("pair");
  }));
  drawButtons();
  return buttons.at(-1);
}

/** Makes a sound, also in a page that is not on the screen: unless it is off, or nobody has touched the page yet. */
export function sound(name) {
  if (!hasSound() || !SOUNDS[name] || !navigator.userActivation?.hasBeenActive) return;
  const [notes, vibration] = SOUNDS[name];
  context ??= new AudioContext();
  context.resume();
  notes.forEach((frequency, index) => {
    const at = context.currentTime + index * BEAT, gain = context.createGain(), tone = context.createOscillator();
    tone.type = "triangle";
    tone.frequency.value = frequency;
    gain.gain.setValueAtTime(0.15, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + LENGTH);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + LENGTH);
  });
  if (!wantsRest()) navigator.vibrate?.(vibration);
}
