import type { webcrypto } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import "reflect-metadata";
import * as x509 from "@peculiar/x509";

/** Ten years for the authority, which people may have added to a browser; for the server the maximum that browsers accept. */
const AUTHORITY_DAYS = 3650;
const SERVER_DAYS = 397;
/** A start renews certificates that expire within this time. */
const RENEW_DAYS = 30;

const DAY_MS = 24 * 60 * 60 * 1000;
const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };

type Signer = { readonly certificate: x509.X509Certificate; readonly key: webcrypto.CryptoKey };

/** Creates or renews a local authority and a certificate for localhost in the folder. */
export async function makeCertificates(folder: string, now: Date): Promise<"kept" | "renewed"> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const kept = await keptAuthority(folder, now);
  if (kept && (await isGoodServer(folder, kept, now))) return "kept";

  const authority = kept ?? (await newAuthority(folder, now));
  await newServer(folder, authority, now);
  return "renewed";
}

async function keptAuthority(folder: string, now: Date): Promise<Signer | undefined> {
  const certificate = read(folder, "ca.pem");
  const key = existsSync(join(folder, "ca-key.pem")) && readFileSync(join(folder, "ca-key.pem"), "utf8");
  if (!certificate || !key || !lasts(certificate, now)) return undefined;
  const [der] = x509.PemConverter.decode(key);
  if (der === undefined) return undefined;
  return { certificate, key: await crypto.subtle.importKey("pkcs8", der, ALGORITHM, true, ["sign"]) };
}

async function isGoodServer(folder: string, authority: Signer, now: Date): Promise<boolean> {
  const server = read(folder, "server.pem");
  if (!server || !existsSync(join(folder, "server-key.pem"))) return false;
  return lasts(server, now) && (await server.verify({ publicKey: authority.certificate, signatureOnly: true }));
}

async function newAuthority(folder: string, now: Date): Promise<Signer> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: "CN=Foyer local authority",
    ...validity(now, AUTHORITY_DAYS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      onlyThisMachine(),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  await write(folder, "ca", certificate, keys.privateKey);
  return { certificate, key: keys.privateKey };
}

async function newServer(folder: string, authority: Signer, now: Date): Promise<void> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const certificate = await x509.X509CertificateGenerator.create({
    subject: "CN=localhost",
    issuer: authority.certificate.subject,
    ...validity(now, SERVER_DAYS),
    publicKey: keys.publicKey,
    signingKey: authority.key,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension([
        { type: "dns", value: "localhost" },
        { type: "ip", value: "127.0.0.1" },
        { type: "ip", value: "::1" },
      ]),
      await x509.AuthorityKeyIdentifierExtension.create(authority.certificate.publicKey),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  await write(folder, "server", certificate, keys.privateKey);
}

/** Returns a validity from yesterday on, since clocks differ. */
function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(now.getTime() - DAY_MS), notAfter: new Date(now.getTime() + days * DAY_MS) };
}

function lasts(certificate: x509.X509Certificate, now: Date): boolean {
  return certificate.notBefore <= now && certificate.notAfter.getTime() > now.getTime() + RENEW_DAYS * DAY_MS;
}

function read(folder: string, name: string): x509.X509Certificate | undefined {
  const file = join(folder, name);
  return existsSync(file) ? new x509.X509Certificate(readFileSync(file, "utf8")) : undefined;
}

/** Writes the key first, so that an existing certificate always has its key. */
async function write(
  folder: string,
  name: string,
  certificate: x509.X509Certificate,
  key: webcrypto.CryptoKey,
): Promise<void> {
  const der = await crypto.subtle.exportKey("pkcs8", key);
  replace(join(folder, `${name}-key.pem`), x509.PemConverter.encode(der, "PRIVATE KEY"), 0o600);
  replace(join(folder, `${name}.pem`), certificate.toString("pem"), 0o644);
}

function replace(file: string, text: string, mode: number): void {
  writeFileSync(`${file}.part`, `${text}\n`, { mode, flush: true });
  renameSync(`${file}.part`, file);
}

const NAME_CONSTRAINTS = "2.5.29.30";

/** ASN.1 tags. DNS and IP are kinds of a GeneralName. */
const SEQUENCE = 0x30;
const PERMITTED = 0xa0;
const DNS = 0x82;
const IP = 0x87;

/**
 * Returns the extension that limits the authority to localhost. Its key is in a folder of the checkout, so a stolen key
 * must not be able to certify other names.
 */
function onlyThisMachine(): x509.Extension {
  const names = [
    element(DNS, Buffer.from("localhost")),
    // An address and the mask that makes it exactly one.
    element(IP, Buffer.from("7f000001ffffffff", "hex")),
    element(IP, Buffer.from(`${"0".repeat(31)}1${"f".repeat(32)}`, "hex")),
  ];
  const permitted = element(PERMITTED, Buffer.concat(names.map((name) => element(SEQUENCE, name))));
  return new x509.Extension(NAME_CONSTRAINTS, true, element(SEQUENCE, permitted));
}

/** Returns an ASN.1 element. Every content here is shorter than 128 bytes, so the length is one byte. */
function element(tag: number, content: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error("Name a folder: node service/setup/certificates.ts <folder>");
  await makeCertificates(resolve(folder), new Date());
}
