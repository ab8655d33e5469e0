import { createHmac } from "node:crypto";

/** Keyed, because the number of a card could be found again by trying all of them against a plain hash. */
export function fingerprinter(secret: string): (text: string) => string {
  return (text) => createHmac("sha256", `fingerprint:${secret}`).update(text).digest("base64url");
}
