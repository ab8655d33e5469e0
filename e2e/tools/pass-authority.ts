import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certify } from "./certificates.ts";

export const PASS_TYPE = "pass.example.tickets";
export const TEAM = "ABCDE12345";
export const GOOGLE_ISSUER = "3388000000012345678";

/** Files of a throw-away authority in place of Apple's, and of a throw-away service account. The caller removes the folder. */
export type PassAuthority = {
  readonly folder: string;
  /** The settings of both wallets. */
  readonly settings: Readonly<Record<string, string>>;
  readonly rootFile: string;
  readonly googlePublicKey: string;
};

/**
 * Makes a root, an intermediate authority, and a certificate for the pass type. All share one RSA key, since making one takes
 * long.
 */
export function makePassAuthority(days = 30): PassAuthority {
  const folder = mkdtempSync(join(tmpdir(), "foyer-passes-"));
  const at = (name: string) => join(folder, name);
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const plain = privateKey.export({ type: "pkcs8", format: "pem" });
  writeFileSync(at("key.pem"), plain);
  const make = (name: string, subject: string, ...more: readonly string[]) =>
    certify(at(`${name}.pem`), subject, ["-days", String(days), "-key", at("key.pem"), ...more]);
  const authority = [
    "-addext",
    "basicConstraints=critical,CA:TRUE",
    "-addext",
    "keyUsage=critical,keyCertSign,cRLSign",
  ];
  const by = (name: string) => ["-CA", at(`${name}.pem`), "-CAkey", at("key.pem")];
  make("root", "/C=US/O=Throw-away/CN=Root", ...authority);
  make("wwdr", "/C=US/O=Throw-away/CN=Intermediate", ...by("root"), ...authority);
  const owner = `/UID=${PASS_TYPE}/CN=Pass Type ID/OU=${TEAM}/O=Throw-away/C=NZ`;
  make("pass", owner, ...by("wwdr"), "-addext", "keyUsage=critical,digitalSignature");

  const account = { client_email: "tickets@wallet-test.iam.gserviceaccount.com", private_key: plain };
  writeFileSync(at("google.json"), JSON.stringify({ type: "service_account", ...account }));
  return {
    folder,
    rootFile: at("root.pem"),
    googlePublicKey: String(publicKey.export({ type: "spki", format: "pem" })),
    settings: {
      APPLE_PASS_CERT_FILE: at("pass.pem"),
      APPLE_PASS_KEY_FILE: at("key.pem"),
      APPLE_WWDR_FILE: at("wwdr.pem"),
      GOOGLE_WALLET_ISSUER: GOOGLE_ISSUER,
      GOOGLE_WALLET_KEY_FILE: at("google.json"),
    },
  };
}
