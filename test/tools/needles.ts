/** A secret that must not be found. `isIn` searches plain bytes; the caller decompresses them. */
export type Needle = { readonly name: string; readonly isIn: (bytes: Buffer) => boolean };

type Credential = { readonly user: string; readonly password: string };

/** Returns needles for the password, the user name and the pair of a credential, in every encoding that programs use. */
export function needlesOf({ user, password }: Credential): readonly Needle[] {
  const secrets = { password, pair: `${user}:${password}`, ...(user.length >= LENGTH_MIN ? { user } : {}) };
  return Object.entries(secrets).flatMap(([name, secret]) => needlesIn(name, secret));
}

/** A shorter user name, such as "shop", occurs in ordinary text. */
const LENGTH_MIN = 8;

function needlesIn(name: string, secret: string): readonly Needle[] {
  return encodingsOf(name, secret).map(({ name, bytes }) => ({ name, isIn: (hay) => hay.includes(bytes) }));
}

/** A secret as a program may write it. */
export type Encoded = { readonly name: string; readonly bytes: Buffer };

/** Returns a secret in every encoding that programs use: plain, escaped, reversed, hex, base64 at each offset, UTF-16. */
export function encodingsOf(name: string, secret: string): readonly Encoded[] {
  const bytes = Buffer.from(secret, "utf8");
  const encodings: readonly (readonly [encoding: string, text: string])[] = [
    ["plain", secret],
    ["reversed", [...secret].reverse().join("")],
    ["hex", bytes.toString("hex")],
    ["HEX", bytes.toString("hex").toUpperCase()],
    ["percent-encoded", encodeURIComponent(secret)],
    ["fully percent-encoded", bytes.toString("hex").replace(/../g, "%$&").toUpperCase()],
    ["JSON-escaped", JSON.stringify(secret).slice(1, -1)],
    ["twice JSON-escaped", JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
    ["HTML-escaped", secret.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)],
    ["unicode-escaped", secret.replace(/./gs, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)],
    ...[0, 1, 2].map((shift) => [`base64 at ${shift}`, base64At(bytes, shift)] as const),
    ...[0, 1, 2].map((shift) => [`base64url at ${shift}`, toUrlSafe(base64At(bytes, shift))] as const),
  ];
  // When two encodings give the same text, the name of the first is kept.
  const names = new Map(encodings.toReversed().map(([encoding, text]) => [text, `${name}, ${encoding}`]));
  const wide = Buffer.from(secret, "utf16le");
  return [
    ...[...names].map(([text, name]) => ({ name, bytes: Buffer.from(text, "utf8") })),
    { name: `${name}, UTF-16`, bytes: wide },
    { name: `${name}, UTF-16 big-endian`, bytes: Buffer.from(wide).swap16() },
  ];
}

/** Returns the base64 characters of a secret at this offset, without those that depend on neighbouring bytes. */
function base64At(secret: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), secret])
    .toString("base64")
    .replace(/=+$/, "");
  const start = Math.ceil((shift * 8) / 6);
  const end = Math.floor(((shift + secret.length) * 8) / 6);
  return text.slice(start, end);
}

function toUrlSafe(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}
