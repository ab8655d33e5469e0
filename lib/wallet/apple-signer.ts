import "server-only";

import { X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { env } from "#lib/env.ts";
import { passIdentifiers } from "#lib/env-wallet.ts";

/** Who signs a pass. Certificates and the RSA key are PEM. */
export type AppleSigner = {
  readonly passType: string;
  readonly team: string;
  readonly certificate: Buffer;
  readonly key: Buffer;
  /** Apple's intermediate certificate. */
  readonly authority: Buffer;
};

/** Returns whether passes for Apple Wallet can be signed. */
export function hasAppleWallet(): boolean {
  return env().APPLE_PASS_CERT_FILE !== undefined;
}

/** Returns the signer of the settings; `undefined` where none is configured. The files were checked at startup. */
export async function appleSigner(): Promise<AppleSigner | undefined> {
  const { APPLE_PASS_CERT_FILE, APPLE_PASS_KEY_FILE, APPLE_WWDR_FILE } = env();
  if (!APPLE_PASS_CERT_FILE || !APPLE_PASS_KEY_FILE || !APPLE_WWDR_FILE) return undefined;
  const [certificate, key, authority] = await Promise.all([
    readFile(APPLE_PASS_CERT_FILE),
    readFile(APPLE_PASS_KEY_FILE),
    readFile(APPLE_WWDR_FILE),
  ]);
  const ids = passIdentifiers(new X509Certificate(certificate));
  return ids && { ...ids, certificate, key, authority };
}
