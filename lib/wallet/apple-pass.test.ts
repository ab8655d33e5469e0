import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { after, test } from "node:test";
import { unzipSync, zipSync } from "fflate";
import { makePassAuthority, PASS_TYPE, TEAM } from "#e2e/tools/pass-authority.ts";
import { type PassJson, passesIn, readPass } from "#e2e/tools/read-pass.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { applePasses, passJson } from "./apple-pass.ts";
import { appleSigner } from "./apple-signer.ts";
import { ORDER, ORIGIN, TEMPEST } from "./sample-tickets.fixture.ts";
import type { WalletTicket } from "./wallet-ticket.ts";

const authority = makePassAuthority();
after(() => rmSync(authority.folder, { recursive: true, force: true }));
applySettings(authority.settings);
const updates = { url: `${ORIGIN}/api/wallet/apple`, token: "a sealed token of the ticket" };

async function signed(...tickets: readonly Partial<WalletTicket>[]) {
  const signer = await appleSigner();
  assert.ok(signer);
  const [first, ...others] = tickets.map((changes) => ({
    ticket: { ...TEMPEST, ...changes },
    order: ORDER,
    updates,
  }));
  assert.ok(first);
  return applePasses([first, ...others], signer);
}

/** Returns what the file of a pass contains, unsigned. */
function jsonOf(changes: Partial<WalletTicket> = {}): PassJson {
  const content = passJson(
    { ticket: { ...TEMPEST, ...changes }, order: ORDER, updates },
    { passType: PASS_TYPE, team: TEAM },
  );
  return JSON.parse(JSON.stringify(content));
}

test("a pass has a manifest of every file, signed by the pass type's certificate up to the root", async () => {
  const file = await signed({});
  assert.deepEqual([file.type, file.name], ["application/vnd.apple.pkpass", "ticket.pkpass"]);
  const { json, pictures } = readPass(file.bytes, authority.rootFile);
  assert.equal(json.passTypeIdentifier, PASS_TYPE);
  assert.equal(json.teamIdentifier, TEAM);
  assert.equal(json.formatVersion, 1);
  for (const [name, side] of [
    ["icon.png", 29] as const,
    ["icon@2x.png", 58] as const,
    ["icon@3x.png", 87] as const,
    ["logo.png", 40] as const,
    ["logo@2x.png", 80] as const,
    ["thumbnail@2x.png", 180] as const,
  ])
    assert.deepEqual(pictures[name], { width: side, height: side }, name);
});

test("control: a changed pass, and one of another authority, are refused", async () => {
  const { bytes } = await signed({});
  const files = unzipSync(bytes);
  const text = Buffer.from(files["pass.json"] ?? []).toString("utf8");
  const changed = Buffer.from(text.replace("The Tempest", "The Tempest!"));
  assert.throws(
    () => readPass(zipSync({ ...files, "pass.json": changed }), authority.rootFile),
    /pass.json was changed/,
  );
  const manifest = Buffer.from(`${Buffer.from(files["manifest.json"] ?? []).toString("utf8")} `);
  assert.throws(() => readPass(zipSync({ ...files, "manifest.json": manifest }), authority.rootFile));
  const other = makePassAuthority();
  assert.throws(() => readPass(bytes, other.rootFile));
  rmSync(other.folder, { recursive: true, force: true });
});

test("a pass shows the end, over several days with its day, and none where the promoter set none", async () => {
  const endOf = async (endsAt: string | undefined) => {
    const { json } = readPass((await signed({ endsAt })).bytes, authority.rootFile);
    return Object.values(json.eventTicket)
      .flat()
      .find(({ key }) => key === "ends");
  };
  const night = await endOf("2026-12-05T04:00:00.000+13:00");
  assert.deepEqual([night?.value, night?.dateStyle], ["2026-12-05T04:00:00+13:00", undefined]);
  const festival = await endOf("2026-12-06T23:00:00.000+13:00");
  assert.deepEqual([festival?.value, festival?.dateStyle], ["2026-12-06T23:00:00+13:00", "PKDateStyleMedium"]);
  assert.equal(await endOf(undefined), undefined);
});

test("a pass shows the ticket: code, venue's time with its offset, place, section and door", async () => {
  const { json } = readPass((await signed({})).bytes, authority.rootFile);
  assert.deepEqual(json.barcodes, [
    {
      format: "PKBarcodeFormatQR",
      message: "1b4e28ba-2fa1-4d2b-883f-0016d3cca427",
      messageEncoding: "iso-8859-1",
      altText: "1B4E 28BA",
    },
  ]);
  assert.equal(json.relevantDate, "2026-12-04T06:30:00.000Z");
  assert.equal(json.expirationDate, "2026-12-05T09:00:00.000Z");
  assert.deepEqual(json.locations, [{ latitude: -41.2865, longitude: 174.7762, relevantText: "The Tempest" }]);
  assert.equal(json.groupingIdentifier, "K7M2Q9-7");
  assert.equal(json.serialNumber, "5d8f0c1e2b");
  assert.equal(json.backgroundColor, "rgb(79, 70, 229)");
  assert.equal(json.webServiceURL, `${ORIGIN}/api/wallet/apple`);
  assert.ok((json.authenticationToken?.length ?? 0) >= 16);
  assert.equal(json.voided, undefined);
  const fields = Object.fromEntries(
    Object.values(json.eventTicket)
      .flat()
      .map((field) => [field.key, field]),
  );
  assert.equal(fields.when?.value, "2026-12-04T19:30:00+13:00");
  assert.equal(fields.when?.ignoresTimeZone, true);
  assert.equal(fields.when?.changeMessage, "New time: %@");
  for (const [key, value] of [
    ["event", "The Tempest"] as const,
    ["where", "The Glasshouse"] as const,
    ["section", "Stalls"] as const,
    ["door", "Door B"] as const,
    ["doors", "2026-12-04T18:45:00+13:00"] as const,
    ["ends", "2026-12-04T22:00:00+13:00"] as const,
    ["age", "16+"] as const,
    ["name", "Åse Ødegård"] as const,
    ["order", "K7M2Q9"] as const,
    ["soldBy", "The Glasshouse Trust"] as const,
    ["address", "The Glasshouse, 1 Quay Street, Wellington"] as const,
    ["number", "1/2"] as const,
  ])
    assert.equal(fields[key]?.value, value, key);
});

test("a refunded or cancelled ticket is void: it has no code, and says why", () => {
  const json = jsonOf({ code: undefined, notice: "Refunded" });
  assert.equal(json.voided, true);
  assert.equal(json.barcodes, undefined);
  assert.equal(json.eventTicket.headerFields[0]?.value, "Refunded");
});

test("a pass leaves out what the service does not have", () => {
  const json = jsonOf({
    venue: undefined,
    door: undefined,
    doors: undefined,
    endsAt: undefined,
    code: undefined,
  });
  assert.deepEqual([json.locations, json.barcodes, json.voided], [undefined, undefined, undefined]);
  assert.deepEqual(
    json.eventTicket.auxiliaryFields.map(({ key }) => key),
    ["section"],
  );
});

test("one file adds all tickets of an order: a bundle of signed passes", async () => {
  const file = await signed({}, { serial: "second", number: 2 });
  assert.deepEqual([file.type, file.name], ["application/vnd.apple.pkpasses", "tickets.pkpasses"]);
  const passes = passesIn(file.bytes).map((pass) => readPass(pass, authority.rootFile).json);
  assert.deepEqual(
    passes.map(({ serialNumber }) => serialNumber),
    ["5d8f0c1e2b", "second"],
  );
  assert.equal(new Set(passes.map(({ groupingIdentifier }) => groupingIdentifier)).size, 1);
});

test("P24: a promoter's text is one line of plain letters", () => {
  const json = jsonOf({ eventName: 'The\n"Tempest\u202e', section: "<b>\u2028A" });
  assert.equal(json.eventTicket.primaryFields[0]?.value, 'The "Tempest');
  assert.equal(json.eventTicket.auxiliaryFields[0]?.value, "<b> A");
});
