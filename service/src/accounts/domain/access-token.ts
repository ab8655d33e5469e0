import type { Capability } from "#src/platform/domain/caller.ts";

/** A random secret that stands for a user with some of their capabilities. The secret itself is kept nowhere. */
export type AccessToken = {
  readonly id: number;
  readonly name: string;
  readonly scopes: readonly Capability[];
  readonly createdAt: Date;
  readonly expiresAt: Date;
};

const PREFIX = "foyer_token_";

/** `bytes` are 256 random bits. */
export function writeAccessToken(bytes: Buffer): string {
  return PREFIX + bytes.toString("base64url");
}

/** Whether a password is written as a token. No user may choose such a password. */
export function isAccessToken(text: string): boolean {
  return text.startsWith(PREFIX) && /^[\w-]{43}$/.test(text.slice(PREFIX.length));
}
