import assert from "node:assert/strict";
import { test } from "node:test";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { CANDIDATES_PER_UNIT, type Challenge } from "#lib/security/proof/proof-of-work.ts";
import { unseal } from "#lib/security/seal.ts";
import { isPaid, type Joining, joinChallenge, placesOf } from "./join-cost.ts";
import { applyRecord, emptyLine } from "./line.ts";
import { networkNumber } from "./network-number.ts";

applySettingsInFolder();

/** A visitor of a network with so many places. Limits are counted by network, so each test has its own. */
function joiningFrom(network: string, places: number): Joining {
  const line = emptyLine();
  applyRecord(line, ["seed", "s"]);
  for (let at = 0; at < places; at += 1) applyRecord(line, ["joined", `${at}`, networkNumber(network, "s")]);
  return { eventId: 7, line, network };
}

/** Solves without the work: only the storefront can open the token. */
async function solved({ token }: Challenge): Promise<string> {
  return `${(await unseal("proof of work", token))?.number}.${token}`;
}

const unitsFor = async (places: number) =>
  (await joinChallenge(joiningFrom("192.0.2.0/24", places))).candidates / CANDIDATES_PER_UNIT;

test("a place costs one unit, one more for each twenty places of its network, and at most eight", async () => {
  const units = await Promise.all([0, 19, 20, 39, 40, 139, 140, 4_000].map(unitsFor));
  assert.deepEqual(units, [1, 1, 2, 2, 3, 7, 8, 8]);
  const elsewhere = { ...joiningFrom("192.0.2.0/24", 4_000), network: "198.51.100.0/24" };
  for (const joining of [elsewhere, { ...elsewhere, network: undefined }, { ...elsewhere, line: undefined }])
    assert.equal((await joinChallenge(joining)).candidates, CANDIDATES_PER_UNIT);
});

test("a proof pays one place in its line, and not for less than the network's places cost", async () => {
  const joining = joiningFrom("192.0.2.0/24", 60);
  const proof = await solved(await joinChallenge(joining));
  assert.equal(await isPaid({ ...joining, eventId: 8 }, proof, false), false, "another line");
  assert.equal(await isPaid(joining, proof, false), true);
  assert.equal(await isPaid(joining, proof, false), false, "a replay");
  // Others of the network have joined while it was worked out.
  const early = await solved(await joinChallenge(joiningFrom("192.0.2.0/24", 59)));
  assert.equal(await isPaid(joining, early, false), true);
  // Worked out in another network, or collected before.
  const cheap = await solved(await joinChallenge(joiningFrom("198.51.100.0/24", 0)));
  assert.equal(await isPaid(joining, cheap, false), false);
  for (const nothing of [null, undefined, "", "5"]) assert.equal(await isPaid(joining, nothing, false), false);
});

test("without a proof a network gets twenty places in a quarter of an hour; proofs take none of them", async () => {
  const joining = joiningFrom("203.0.113.0/24", 0);
  const more = async () => isPaid(joining, await solved(await joinChallenge(joining)), true);
  assert.equal(await more(), true);
  for (let at = 0; at < 20; at += 1) assert.equal(await isPaid(joining, null, true), true, `${at}`);
  assert.equal(await isPaid(joining, null, true), false);
  assert.equal(await more(), true);
  assert.equal(await isPaid({ ...joining, network: "203.0.114.0/24" }, null, true), true);
});

test("without a proof a /48 of IPv6 gets as many, since its places have one number", async () => {
  const isFree = (network: string) => isPaid({ eventId: 7, line: undefined, network }, null, true);
  for (let at = 0; at < 20; at += 1) assert.equal(await isFree(`2001:db8:9:${at}00::/64`), true, `${at}`);
  assert.equal(await isFree("2001:db8:9:ffff::/64"), false);
  assert.equal(await isFree("2001:db8:a:ffff::/64"), true);
});

test("a network's number is the same in its line, another in each other line, and tells no address", () => {
  const number = networkNumber("192.0.2.0/24", "s");
  assert.match(number, /^[0-9a-f]{16}$/);
  assert.equal(number, networkNumber("192.0.2.0/24", "s"));
  assert.notEqual(number, networkNumber("192.0.2.0/24", "t"));
  assert.notEqual(number, networkNumber("192.0.3.0/24", "s"));
  assert.equal(networkNumber("2001:db8:7:1::/64", "s"), networkNumber("2001:db8:7:ffff::/64", "s"));
  assert.notEqual(networkNumber("2001:db8:7:1::/64", "s"), networkNumber("2001:db8:8:1::/64", "s"));
  assert.equal(placesOf({ ...joiningFrom("192.0.2.0/24", 3), network: "192.0.3.0/24" }), 0);
});
