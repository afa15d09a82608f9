// What one wants to be called, remembered by the browser.

const KEY = "takeback.name";

export const ownName = () => localStorage.getItem(KEY) ?? "";
export const setOwnName = (name: string) => localStorage.setItem(KEY, name.trim());
