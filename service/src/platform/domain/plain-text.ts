// Line ends and tabs are text. Other control characters are not, nor are the marks that turn the direction of
// what follows (a name could then read as another one), nor halves of a character that no encoder accepts.
const UNREADABLE = /[^\P{Cc}\t\n\r]|[\u202a-\u202e\u2066-\u2069]/u;

/** Text that can be stored, sent and shown as it is, in any script. */
export function isPlainText(text: string): boolean {
  return text.isWellFormed() && !UNREADABLE.test(text);
}
