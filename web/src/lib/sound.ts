// A short knock for every move. No file: two sines that fade.

const KEY = "takeback.sound";

export const isOn = () => localStorage.getItem(KEY) !== "off";
export const setOn = (on: boolean) => localStorage.setItem(KEY, on ? "on" : "off");

let context: AudioContext | undefined;

export function knock(pitch = 1): void {
  if (!isOn() || !("AudioContext" in window)) return;
  try {
    context ??= new AudioContext();
    // Before the first click a browser lets nobody make a sound.
    if (context.state !== "running") return void context.resume().catch(() => {});
    const now = context.currentTime;
    for (const [frequency, loudness] of [[240, 0.12], [610, 0.05]] as const) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = frequency * pitch;
      gain.gain.setValueAtTime(loudness, now);
      gain.gain.exponentialRampToValueAtTime(0.0001, now + 0.09);
      tone.connect(gain).connect(context.destination);
      tone.start(now);
      tone.stop(now + 0.1);
    }
  } catch {
    // A page without sound is still a page.
  }
}
