import { plainLine } from "./words.ts";

/** Characters without any ink: controls, spaces, format and filler characters, marks that nothing carries. */
const BLANK = /^[\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Returns a typed text without spaces around it, and "" for one that shows nothing. */
export function visibleText(typed: string): string {
  return BLANK.test(typed) ? "" : typed.trim();
}

/** Returns a text of several lines without control characters but its line breaks, which a browser sends as two characters. */
export function withLineBreaks(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(/[^\P{Cc}\n]/gu, " ");
}

/**
 * Returns a text without spaces around it, of at most `most` characters, and without what the service refuses a whole call for:
 * control characters, those that override a direction, and half characters.
 */
export function acceptedText(text: string, most: number): string {
  return text
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .trim()
    .slice(0, most)
    .replaceAll(/\p{Cs}/gu, "")
    .trim();
}

/** Returns the text with the decimal digits of every script as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => String(digitOf(digit.codePointAt(0) ?? 0)));
}

/** Unicode lists the ten digits of a script one after the other, from zero. */
function digitOf(code: number): number {
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/** An address with its name and `mailto:`, in characters. The patterns below are for short texts, and a longer one is no address. */
const TYPED_MAX = 1_000;

/**
 * Returns an address as it was meant: without the `mailto:`, the name and the brackets that a mail program copies with it, without
 * spaces at its ends, at its @ and at the dots of its domain, without invisible characters, and in plain letters for full-width ones.
 */
export function cleanEmail(typed: string): string {
  if (typed.length > TYPED_MAX) return typed;
  const text = typed
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, "")
    .replaceAll(/[\uFF01-\uFF5E]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .trim();
  const [, inBrackets = text] = /^[^<>@]*<([^<>]*)>[\s.,;]*$/.exec(text) ?? [];
  const address = inBrackets.trim().replace(/^mailto:\s*([^?]*).*$/i, "$1");
  const [localPart = "", ...domain] = address.replace(/[\s.,;]+$/, "").split("@");
  return visibleText([localPart.trim(), ...domain.map((part) => part.trim().replaceAll(/\s*\.\s*/g, "."))].join("@"));
}

/** Returns whether a text names a web address, in any width of letters and with invisible characters between them or not. */
export function hasWebAddress(text: string): boolean {
  return /:\/\/|www[.\u3002]/i.test(
    text.normalize("NFKC").replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}\s]/gu, ""),
  );
}

/**
 * Returns a person's name as it is written into mail, tickets and passes: "Mr Li" for Mr.Li. Their programs make a link of
 * whatever looks like an address, such as a name that is a domain, and no stranger's text may become a link of ours.
 */
export function nameWithoutLinks(name: string): string {
  return plainLine(name)
    .replaceAll(/:\s*\/+/gu, " ")
    .replaceAll(/(?<=\S)[.\u2024\u3002\uFE52\uFF0E\uFF61@\uFE6B\uFF20]+(?=[^\s\p{P}])/gu, " ")
    .trim();
}

/** Letters of any script, with what joins them. A sentence of a stranger would have more, or a number to call. */
const NAME = /^[\p{L}\p{M}\p{Zs}'’.\u2010-]{1,40}$/u;

/** Returns the name with which a letter greets; "" for what is no name, since anyone can have a letter sent to any address. */
export function greetingName(name: string): string {
  return NAME.test(name) ? name : "";
}
