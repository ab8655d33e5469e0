import { hash, randomBytes } from "node:crypto";
import { writeSecret } from "#src/accounts/domain/user-secret.ts";

const SECRET_BYTES = 32;

export function newSecret(kind: Parameters<typeof writeSecret>[0]): string {
  return writeSecret(kind, randomBytes(SECRET_BYTES));
}

/** Returns the hash under which a secret is stored. 256 random bits cannot be guessed, so a fast hash is as safe as a slow one. */
export function hashSecret(secret: string): string {
  return hash("sha256", secret, "base64url");
}
