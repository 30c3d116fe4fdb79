// Sounds and vibration, off until somebody asks for them.

import { button, mayMove, setText } from "./dom.js";
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

/** Draws the button that switches sounds on or off. */
export function drawSoundButton(element) {
  element.ariaPressed = hasSound();
  setText(element, hasSound() ? "Sound on" : "Sound off");
}

/** A button that switches sounds on or off, and says what they are like. */
export function makeSoundButton() {
  const element = button("", () => {
    keep("localStorage", SOUND_KEY, hasSound() ? "off" : "on");
    drawSoundButton(element);
    sound("pair");
  });
  drawSoundButton(element);
  return element;
}

/** Makes a sound, unless it is off or less motion was asked for. */
export function sound(name) {
  if (!hasSound() || !mayMove() || !SOUNDS[name]) return;
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
  navigator.vibrate?.(vibration);
}
