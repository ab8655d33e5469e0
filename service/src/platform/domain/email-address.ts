/** The longest address that fits into SMTP's path of 256 characters with its angle brackets. */
const ADDRESS_MAX = 254;
const LOCAL_PART_MAX = 64;

/** A dot-atom of RFC 5322: no quotes, no comments, no spaces, and so nothing that two parsers could split differently. */
const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
/** What a domain may have before its conversion to ASCII. The URL parser would decode or drop other characters. */
const TYPED_DOMAIN = /^[\p{L}\p{M}\p{N}.-]+$/u;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
/** At least two labels, of which the last is not a number: an IP address is no domain. */
const DOMAIN = new RegExp(`^(?:${LABEL}\\.)+(?!\\d+$)${LABEL}$`);

/**
 * Returns the address as it is sent over SMTP, with its domain in lower-case ASCII (IDNA), or `undefined` for anything but
 * one plain address. A local part must be ASCII: not every mail server accepts another one.
 */
export function emailAddressOf(text: string): string | undefined {
  const at = text.indexOf("@");
  const [localPart, typedDomain] = [text.slice(0, at), text.slice(at + 1)];
  if (at < 1 || localPart.length > LOCAL_PART_MAX || !LOCAL_PART.test(localPart)) return undefined;
  const domain = TYPED_DOMAIN.test(typedDomain) ? asciiOf(typedDomain) : undefined;
  if (domain === undefined || !DOMAIN.test(domain)) return undefined;
  const address = `${localPart}@${domain}`;
  return address.length <= ADDRESS_MAX ? address : undefined;
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
  return [localPart.trim(), ...domain.map((part) => part.trim().replaceAll(/\s*\.\s*/g, "."))].join("@");
}

/**
 * Returns what all addresses of one mailbox share: the address in lower case, its domain in ASCII, without a tag such as `+list`.
 * Dots of the local part count: only some providers ignore them, and their customers' own domains cannot be told from others.
 */
export function mailboxOf(address: string): string {
  return (emailAddressOf(address) ?? address).toLowerCase().replace(/\+[^@]*(?=@)/, "");
}

/** Returns the domain in lower-case ASCII, or `undefined` when IDNA does not allow it. */
function asciiOf(domain: string): string | undefined {
  return URL.canParse(`http://${domain}/`) ? new URL(`http://${domain}/`).hostname : undefined;
}
