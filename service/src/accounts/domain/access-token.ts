import type { Capability } from "#src/platform/domain/caller.ts";

const PREFIX = "foyer_token_";

/** A random secret that authenticates a user with some of their capabilities. Only a hash of the secret is stored. */
export type AccessToken = {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Capability[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

/** Returns the token for 256 random bits. */
export function writeAccessToken(bytes: Buffer): string {
  return PREFIX + bytes.toString("base64url");
}

/** Returns whether a password has the form of a token. No user may choose such a password. */
export function isAccessToken(text: string): boolean {
  return text.startsWith(PREFIX) && /^[\w-]{43}$/.test(text.slice(PREFIX.length));
}
