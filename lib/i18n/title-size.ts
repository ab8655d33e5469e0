/** A longer title at full size would fill a phone's screen. */
const LONG = 60;

export function titleSize(title: string): string {
  return title.length > LONG ? "text-2xl" : "text-3xl";
}
