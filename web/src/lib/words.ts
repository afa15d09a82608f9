// Whether moves are put into words beside the notation.

const WORDS = "takeback.words";

export const wantsWords = (): boolean => localStorage.getItem(WORDS) !== "off";

export const setWantsWords = (on: boolean): void => localStorage.setItem(WORDS, on ? "on" : "off");
