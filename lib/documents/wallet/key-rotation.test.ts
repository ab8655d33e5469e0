import assert from "node:assert/strict";
import { copyFileSync, rmSync } from "node:fs";
import { after, test } from "node:test";
import { importSPKI, jwtVerify } from "jose";
import { inAnotherProcess } from "#test/tools/another-process.ts";
import { makePassAuthority, type PassAuthority } from "#test/tools/pass-authority.ts";
import { readPass } from "#test/tools/read-pass.ts";

const [old, fresh] = [makePassAuthority(), makePassAuthority()];
after(() => {
  for (const { folder } of [old, fresh]) rmSync(folder, { recursive: true, force: true });
});

/** Signs in a process of its own, as a storefront that was started with these settings. */
const SIGN = `
  // Fonts are read from the folder in which the storefront is started.
  process.chdir("../..");
  const { applePasses } = await import("#lib/documents/wallet/apple-pass.ts");
  const { appleSigner } = await import("#lib/documents/wallet/apple-signer.ts");
  const { googleIssuer, googleSaveLink } = await import("#lib/documents/wallet/google-tickets.ts");
  const { ORDER, ORIGIN, TEMPEST } = await import("#lib/documents/wallet/sample-tickets.ts");
  const updates = { url: ORIGIN, token: "a sealed token of the ticket" };
  const pass = await applePasses([{ ticket: TEMPEST, order: ORDER, updates }], await appleSigner());
  const google = await googleSaveLink([TEMPEST], ORDER, await googleIssuer(), ORIGIN);
  console.log(JSON.stringify({ pass: Buffer.from(pass.bytes).toString("base64"), google }));
`;

function signedWith({ settings }: PassAuthority) {
  const { pass, google }: Readonly<Record<"pass" | "google", string>> = JSON.parse(inAnotherProcess(SIGN, settings));
  return { pass: Buffer.from(pass, "base64"), token: google.slice(google.lastIndexOf("/") + 1) };
}

async function assertSignedBy(signed: ReturnType<typeof signedWith>, { rootFile, googlePublicKey }: PassAuthority) {
  assert.equal(readPass(signed.pass, rootFile).json.serialNumber, "5d8f0c1e2b");
  await jwtVerify(signed.token, await importSPKI(googlePublicKey, "RS256"), { audience: "google" });
}

test("wallet keys are replaced by new files beside the old ones: each storefront signs with its own, restarted or not", async () => {
  const before = signedWith(old);
  const restarted = signedWith(fresh);
  const notYetRestarted = signedWith(old);
  await assertSignedBy(before, old);
  await assertSignedBy(restarted, fresh);
  await assertSignedBy(notYetRestarted, old);
  await assert.rejects(assertSignedBy(restarted, old), "control: the new keys are others");
});

test("control: Apple's certificates replaced in place before the key make no valid pass", () => {
  for (const name of ["APPLE_PASS_CERT_FILE", "APPLE_WWDR_FILE"])
    copyFileSync(fresh.settings[name] ?? "", old.settings[name] ?? "");
  const { pass } = signedWith(old);
  assert.throws(() => readPass(pass, fresh.rootFile), /verif/i);
});
