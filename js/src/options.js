// Options as the modules read them: `name=value`, with a zero between two.

/** An object's plain values as one text; what is undefined, null or no finite number is not said. */
export function optionText(options) {
  return Object.entries(options)
    .filter(([, value]) => ["string", "boolean"].includes(typeof value) || Number.isFinite(value))
    .map(([name, value]) => `${name}=${value}`.replaceAll("\0", " "))
    .join("\0");
}
