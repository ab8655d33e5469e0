import "server-only";

import { readFile } from "node:fs/promises";
import { env } from "#lib/env.ts";

/** Who signs a pass. Certificates and the RSA key are PEM. */
export type AppleSigner = {
  readonly passType: string;
  readonly team: string;
  readonly certificate: Buffer;
  readonly key: Buffer;
  readonly passphrase: string | undefined;
  /** Apple's intermediate certificate. */
  readonly authority: Buffer;
};

/** Returns whether passes for Apple Wallet can be signed. */
export function hasAppleWallet(): boolean {
  return env().APPLE_PASS_CERT_FILE !== undefined;
}

/** Returns the signer of the settings; `undefined` where none is configured. The files were checked at startup. */
export async function appleSigner(): Promise<AppleSigner | undefined> {
  const { APPLE_PASS_CERT_FILE, APPLE_PASS_KEY_FILE, APPLE_WWDR_FILE, APPLE_PASS_TYPE, APPLE_TEAM } = env();
  if (!APPLE_PASS_CERT_FILE || !APPLE_PASS_KEY_FILE || !APPLE_WWDR_FILE || !APPLE_PASS_TYPE || !APPLE_TEAM)
    return undefined;
  const [certificate, key, authority] = await Promise.all([
    readFile(APPLE_PASS_CERT_FILE),
    readFile(APPLE_PASS_KEY_FILE),
    readFile(APPLE_WWDR_FILE),
  ]);
  const passphrase = env().APPLE_PASS_KEY_PASSPHRASE;
  return { passType: APPLE_PASS_TYPE, team: APPLE_TEAM, certificate, key, passphrase, authority };
}
