import { hash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** The bytes of a secret: 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
const APP = { algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS } as const;
/** Codes of so many time steps before and after are accepted: the clock of a phone may be off. */
const WINDOW = 1;
const APP_CODE = /^\d{6}$/;

const BACKUP_CODES = 10;
/** Digits and capitals without those that are read as another one: 40 bits in eight of them. */
const BACKUP_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BACKUP_LENGTH = 8;

export function newAppSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** Returns the address that an authenticator app reads from a QR code. */
export function appAddress(secret: string, issuer: string, username: string): string {
  return new TOTP({ ...APP, secret, issuer, label: username }).toString();
}

/** Returns the time step whose code this is, or `undefined` when it is of none that is accepted now. */
export function stepOfCode(secret: string, code: string, now: Date): number | undefined {
  const token = withoutSpaces(code);
  if (!APP_CODE.test(token)) return undefined;
  const totp = new TOTP({ ...APP, secret });
  const timestamp = now.getTime();
  const delta = totp.validate({ token, timestamp, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp }) + delta;
}

/** Returns ten codes such as `7KQ2-M0XW`. */
export function newBackupCodes(): readonly string[] {
  return Array.from({ length: BACKUP_CODES }, () => {
    const letters = Array.from(randomBytes(BACKUP_LENGTH), (byte) => BACKUP_ALPHABET[byte % BACKUP_ALPHABET.length]);
    return `${letters.slice(0, 4).join("")}-${letters.slice(4).join("")}`;
  });
}

/**
 * Returns the hash under which a backup code is stored. A slow hash would not help against a reader of the database, who has the
 * secret of the app beside it.
 */
export function hashBackupCode(userId: number, code: string): string {
  const typed = withoutSpaces(code).replaceAll("-", "").toUpperCase();
  return hash("sha256", `${userId} ${typed}`, "base64url");
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, "");
}
