/** A longer title at full size would fill a phone's screen. */
const LONG = 60;

export function titleSize(title: string): string {
  return title.length > LONG ? "text-2xl" : "text-3xl";
}

/** Returns the parts of a name, "Long Light:" and "Half Past Anything": a line breaks best after a colon or a dash. */
export function titleParts(name: string): readonly string[] {
  return name.split(/(?<=[:：]|\s[—–-])\s+/u);
}
