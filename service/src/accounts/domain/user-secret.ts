/** How the random secrets of users begin, by what they are for. */
const BEGINNINGS = { token: "foyer_token_", challenge: "foyer_challenge_", device: "foyer_device_" } as const;

type SecretKind = keyof typeof BEGINNINGS;

/** Returns the secret for 256 random bits. */
export function writeSecret(kind: SecretKind, bytes: Buffer): string {
  return BEGINNINGS[kind] + bytes.toString("base64url");
}

/** Returns whether a password has the form of such a secret. */
export function isSecret(kind: SecretKind, text: string): boolean {
  const beginning = BEGINNINGS[kind];
  return text.startsWith(beginning) && /^[\w-]{43}$/.test(text.slice(beginning.length));
}

/** Returns whether a password has the form of a secret of any kind. No user may choose such a password. */
export function isAnySecret(text: string): boolean {
  return Object.keys(BEGINNINGS).some((kind) => isSecret(kind as SecretKind, text));
}
