import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { PNG } from "pngjs";

export type PassField = {
  readonly key: string;
  readonly value: string;
  readonly ignoresTimeZone?: boolean;
  readonly changeMessage?: string;
  readonly dateStyle?: string;
};

/** The content of `pass.json`, as far as tests assert it. */
export type PassJson = {
  readonly formatVersion: number;
  readonly passTypeIdentifier: string;
  readonly teamIdentifier: string;
  readonly serialNumber: string;
  readonly groupingIdentifier: string;
  readonly description: string;
  readonly backgroundColor: string;
  readonly relevantDate: string;
  readonly expirationDate: string;
  readonly webServiceURL?: string;
  readonly authenticationToken?: string;
  readonly voided?: boolean;
  readonly barcodes?: readonly Readonly<Record<string, string>>[];
  readonly locations?: readonly object[];
  readonly eventTicket: Readonly<
    Record<
      "headerFields" | "primaryFields" | "secondaryFields" | "auxiliaryFields" | "backFields",
      readonly PassField[]
    >
  >;
};

/** A pass for Apple Wallet, and the size of each picture in pixels. */
export type ReadPass = {
  readonly json: PassJson;
  readonly pictures: Readonly<Record<string, { readonly width: number; readonly height: number }>>;
};

/**
 * Returns a pass after the checks with which a phone accepts it: the manifest lists every file with its SHA-1, and the
 * signature is that of the pass type's certificate, up to the root. Throws where one fails. OpenSSL verifies the
 * signature, so nothing is shared with the code that signs.
 */
export function readPass(file: Uint8Array, rootFile: string): ReadPass {
  const files = unzipSync(file);
  const { "manifest.json": manifest, signature, ...content } = files;
  if (manifest === undefined || signature === undefined) throw new Error("The pass is not signed.");
  const hashes: Readonly<Record<string, string>> = JSON.parse(Buffer.from(manifest).toString("utf8"));
  const names = (of: object) => Object.keys(of).toSorted().join(" ");
  if (names(hashes) !== names(content)) throw new Error(`The manifest lists ${names(hashes)}.`);
  for (const [name, bytes] of Object.entries(content)) {
    if (createHash("sha1").update(bytes).digest("hex") !== hashes[name]) throw new Error(`${name} was changed.`);
  }
  verifySignature(manifest, signature, rootFile);
  const pictures = Object.entries(content)
    .filter(([name]) => name.endsWith(".png"))
    .map(([name, bytes]) => {
      const { width, height } = PNG.sync.read(Buffer.from(bytes));
      return [name, { width, height }] as const;
    });
  const json: PassJson = JSON.parse(Buffer.from(content["pass.json"] ?? []).toString("utf8"));
  return { json, pictures: Object.fromEntries(pictures) };
}

/** Returns the passes of a bundle, in its order. */
export function passesIn(bundle: Uint8Array): readonly Uint8Array[] {
  const files = Object.entries(unzipSync(bundle));
  const other = files.find(([name]) => !name.endsWith(".pkpass"));
  if (other) throw new Error(`The bundle has ${other[0]}.`);
  return files.map(([, bytes]) => bytes);
}

function verifySignature(manifest: Uint8Array, signature: Uint8Array, rootFile: string): void {
  const folder = mkdtempSync(join(tmpdir(), "foyer-pass-"));
  try {
    const [content, signed] = [join(folder, "manifest.json"), join(folder, "signature")];
    writeFileSync(content, manifest);
    writeFileSync(signed, signature);
    const of = ["-inform", "DER", "-in", signed, "-content", content, "-binary"];
    execFileSync("openssl", ["smime", "-verify", ...of, "-CAfile", rootFile, "-purpose", "any"], { stdio: "pipe" });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
