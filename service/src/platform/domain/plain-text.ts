// Line ends and tabs are allowed. Other control characters are not, nor are bidirectional controls, with which one name
// can display as another, nor unpaired surrogates.
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

/** Returns whether a text, in any script, can be stored, sent and shown unchanged. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !UNREADABLE.test(text);
}
