import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const PASS_TYPE = "pass.example.tickets";
export const TEAM = "ABCDE12345";
export const PASSPHRASE = "of a test";
export const GOOGLE_ISSUER = "3388000000012345678";

/** Files of a throw-away authority in place of Apple's, and of a throw-away service account. The caller removes the folder. */
export type PassAuthority = {
  readonly folder: string;
  /** The settings of both wallets. */
  readonly settings: Readonly<Record<string, string>>;
  readonly rootFile: string;
  readonly googlePublicKey: string;
};

/** Makes a root, an intermediate authority, and a certificate for the pass type, with an encrypted key. */
export function makePassAuthority(days = 30): PassAuthority {
  const folder = mkdtempSync(join(tmpdir(), "foyer-passes-"));
  const at = (name: string) => join(folder, name);
  const openssl = (...parameters: readonly string[]) => execFileSync("openssl", parameters, { stdio: "pipe" });
  const authority = (name: string) => [
    "-CA",
    at(`${name}.pem`),
    "-CAkey",
    at(`${name}-key.pem`),
    "-days",
    String(days),
  ];
  const subject = (name: string) => `/C=US/O=Throw-away/CN=${name}`;
  writeFileSync(at("ca.ext"), "basicConstraints=critical,CA:TRUE\nkeyUsage=critical,keyCertSign,cRLSign\n");
  writeFileSync(at("leaf.ext"), "basicConstraints=CA:FALSE\nkeyUsage=critical,digitalSignature\n");

  openssl(
    ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", subject("Root"), "-days", String(days)],
    ...["-keyout", at("root-key.pem"), "-out", at("root.pem")],
  );
  openssl(
    ...["req", "-newkey", "rsa:2048", "-nodes", "-subj", subject("Intermediate")],
    ...["-keyout", at("wwdr-key.pem"), "-out", at("wwdr.csr")],
  );
  openssl(
    "x509",
    "-req",
    "-in",
    at("wwdr.csr"),
    ...authority("root"),
    "-extfile",
    at("ca.ext"),
    "-out",
    at("wwdr.pem"),
  );
  openssl(
    ...["req", "-newkey", "rsa:2048", "-passout", `pass:${PASSPHRASE}`, "-keyout", at("pass-key.pem")],
    ...["-subj", `/UID=${PASS_TYPE}/CN=Pass Type ID/OU=${TEAM}/O=Throw-away/C=NZ`, "-out", at("pass.csr")],
  );
  openssl(
    "x509",
    "-req",
    "-in",
    at("pass.csr"),
    ...authority("wwdr"),
    "-extfile",
    at("leaf.ext"),
    "-out",
    at("pass.pem"),
  );

  const google = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const account = { client_email: "tickets@wallet-test.iam.gserviceaccount.com", private_key: google.privateKey };
  writeFileSync(at("google.json"), JSON.stringify({ type: "service_account", ...account }));
  return {
    folder,
    rootFile: at("root.pem"),
    googlePublicKey: google.publicKey,
    settings: {
      APPLE_PASS_CERT_FILE: at("pass.pem"),
      APPLE_PASS_KEY_FILE: at("pass-key.pem"),
      APPLE_PASS_KEY_PASSPHRASE: PASSPHRASE,
      APPLE_WWDR_FILE: at("wwdr.pem"),
      APPLE_PASS_TYPE: PASS_TYPE,
      APPLE_TEAM: TEAM,
      GOOGLE_WALLET_ISSUER: GOOGLE_ISSUER,
      GOOGLE_WALLET_KEY_FILE: at("google.json"),
    },
  };
}
