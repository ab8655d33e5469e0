import "server-only";

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { z } from "zod";

const file = z
  .string()
  .regex(/^(\/|[A-Za-z]:[\\/])/, "must be an absolute path")
  .optional();

/** Settings of passes for the wallets of phones. An order offers a wallet where all of its settings are set. */
export const walletSettings = {
  APPLE_PASS_CERT_FILE: file.meta({
    description: "Apple Wallet: certificate of the pass type, an absolute path (PEM).",
  }),
  APPLE_PASS_KEY_FILE: file.meta({
    description: "Apple Wallet: private RSA key of that certificate, without a passphrase (PEM).",
  }),
  APPLE_WWDR_FILE: file.meta({ description: "Apple Wallet: Apple's intermediate certificate, WWDR G4 (PEM)." }),
  GOOGLE_WALLET_ISSUER: z
    .string()
    .regex(/^\d{5,25}$/, "must be the issuer's number")
    .optional()
    .meta({ description: "Google Wallet: number of the issuer." }),
  GOOGLE_WALLET_KEY_FILE: file.meta({
    description: "Google Wallet: JSON key of the service account that signs tickets, an absolute path.",
  }),
};

type Variables = Readonly<Record<string, string | undefined>>;

const APPLE = ["APPLE_PASS_CERT_FILE", "APPLE_PASS_KEY_FILE", "APPLE_WWDR_FILE"];
const GOOGLE = ["GOOGLE_WALLET_ISSUER", "GOOGLE_WALLET_KEY_FILE"];

/** The fields of a service account's key that sign a save link. */
export const googleKey = z.object({ client_email: z.email(), private_key: z.string().min(1) });

/** Returns a line for each wallet that could not sign a pass, with what is wrong with its settings or files. */
export function walletFaults(variables: Variables): readonly string[] {
  return [...faultsOfSet(APPLE, variables, appleFault), ...faultsOfSet(GOOGLE, variables, googleFault)];
}

function faultsOfSet(
  names: readonly string[],
  variables: Variables,
  faultOf: (variables: Variables) => string | undefined,
): readonly string[] {
  const missing = names.filter((name) => !variables[name]);
  if (missing.length === names.length) return [];
  if (missing.length > 0) return [`${missing.join(" ")}: set ${names.join(" ")} together, or none of them`];
  try {
    const fault = faultOf(variables);
    return fault === undefined ? [] : [fault];
  } catch (fault) {
    return [`${names[0]}: the files cannot be used: ${fault instanceof Error ? fault.message : "unknown fault"}`];
  }
}

function appleFault(variables: Variables): string | undefined {
  const certificate = new X509Certificate(readNamed(variables.APPLE_PASS_CERT_FILE));
  const authority = new X509Certificate(readNamed(variables.APPLE_WWDR_FILE));
  const key = createPrivateKey(readNamed(variables.APPLE_PASS_KEY_FILE));
  if (!certificate.checkPrivateKey(key)) return "APPLE_PASS_KEY_FILE is not the key of APPLE_PASS_CERT_FILE";
  if (!certificate.checkIssued(authority)) return "APPLE_WWDR_FILE has not issued APPLE_PASS_CERT_FILE";
  if (Date.parse(certificate.validTo) < Date.now()) return `APPLE_PASS_CERT_FILE expired on ${certificate.validTo}`;
  return passIdentifiers(certificate) ? undefined : "APPLE_PASS_CERT_FILE is not the certificate of a pass type";
}

/** Returns the pass type and the team that a certificate of Apple's names; `undefined` when it is another certificate. */
export function passIdentifiers({
  subject,
}: X509Certificate): { readonly passType: string; readonly team: string } | undefined {
  const passType = /^UID=(pass(?:\.[\w-]+)+)$/m.exec(subject)?.[1];
  const team = /^OU=([A-Z\d]{10})$/m.exec(subject)?.[1];
  return passType && team ? { passType, team } : undefined;
}

function googleFault({ GOOGLE_WALLET_KEY_FILE }: Variables): string | undefined {
  const { data } = googleKey.safeParse(JSON.parse(`${readNamed(GOOGLE_WALLET_KEY_FILE)}`));
  if (data === undefined) return "GOOGLE_WALLET_KEY_FILE has no client_email and private_key";
  return createPrivateKey(data.private_key).asymmetricKeyType === "rsa"
    ? undefined
    : "GOOGLE_WALLET_KEY_FILE has no RSA key";
}

/** Reads a file that a setting names. Not knowing which one, the build would trace the whole project. */
function readNamed(file = ""): Buffer {
  return readFileSync(/* turbopackIgnore: true */ file);
}
