import { createHmac } from "node:crypto";

/** Returns a keyed hash function. With a plain hash, a card number could be found by trying all of them. */
export function fingerprinter(secret: string): (text: string) => string {
  return (text) => createHmac("sha256", `fingerprint:${secret}`).update(text).digest("base64url");
}
