/** The length of the longest address that mail can be sent to. */
export const EMAIL_MAX = 254;
export const PHONE_MAX = 40;
const PHONE_DIGITS_MIN = 6;

/** Returns whether a text has the form of an email address: a name, an @, and a domain with a dot. */
export function isEmail(text: string): boolean {
  return text.length <= EMAIL_MAX && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text);
}

/** Returns whether a text has enough digits for a phone number, however it is written. */
export function isPhoneNumber(text: string): boolean {
  return text.length <= PHONE_MAX && text.replace(/\D/g, "").length >= PHONE_DIGITS_MIN;
}
