import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, mock, test } from "node:test";
import { inProcesses } from "#e2e/tools/another-process.ts";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { findAttempt, openAttempt, settleAttempt } from "./attempt-store.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
/** The service is of another maker, without records. */
const IN_FRONT = { TICKETING_URL: service.url, TICKETING_CA: service.ca };
const data = applySettingsInFolder(IN_FRONT);

const NEW_ATTEMPT = { amount: { minor: 9700, currency: "AUD" }, keys: ["ABCDEFGH12"] };

test("P04: of a hundred concurrent calls one opens an attempt, and the others join it", async () => {
  const opened = await Promise.all(Array.from({ length: 100 }, () => openAttempt("CARTTWICE1", NEW_ATTEMPT)));
  assert.equal(opened.filter(({ joined }) => !joined).length, 1);
  assert.equal(new Set(opened.map(({ attempt }) => attempt.id)).size, 1);
});

test("the control: carts do not join each other", async () => {
  const opened = await Promise.all(["CARTOTHER1", "CARTOTHER2"].map((cart) => openAttempt(cart, NEW_ATTEMPT)));
  assert.deepEqual(
    opened.map(({ joined }) => joined),
    [false, false],
  );
});

test("P04: opens another attempt after a refusal, and never after these sales were paid", async () => {
  const first = await openAttempt("CARTAGAIN1", NEW_ATTEMPT);
  await settleAttempt(first.attempt, "refused");
  const second = await openAttempt("CARTAGAIN1", NEW_ATTEMPT);
  assert.equal(second.joined, false);
  assert.notEqual(second.attempt.id, first.attempt.id);
  await settleAttempt(second.attempt, "paid");
  const third = await openAttempt("CARTAGAIN1", NEW_ATTEMPT);
  assert.deepEqual([third.joined, third.attempt.state, third.attempt.id], [true, "paid", second.attempt.id]);
  const more = await openAttempt("CARTAGAIN1", { ...NEW_ATTEMPT, keys: ["ABCDEFGH12", "ABCDEFGH99"] });
  assert.equal(more.joined, false, "a sale that was not paid for");
});

test("keeps the first result", async () => {
  const { attempt } = await openAttempt("CARTSETTLE", NEW_ATTEMPT);
  await settleAttempt(attempt, "paid");
  await Promise.all([settleAttempt(attempt, "not_charged"), settleAttempt(attempt, "refused")]);
  assert.equal((await findAttempt("CARTSETTLE"))?.state, "paid");
});

test("when the disk fails, the attempt stays open and an alarm is logged", async () => {
  const settled = join(data, "storefront", "attempts", "settled");
  const { attempt } = await openAttempt("CARTNODISK", NEW_ATTEMPT);
  const printed: unknown[] = [];
  const write = mock.method(process.stdout, "write", (text: unknown) => printed.push(text) > 0);
  await rename(settled, `${settled}.aside`);
  await writeFile(settled, "");
  try {
    await settleAttempt(attempt, "paid");
  } finally {
    write.mock.restore();
    await rm(settled);
    await rename(`${settled}.aside`, settled);
  }
  assert.equal(printed.filter((text) => String(text).includes('"level":"alarm"')).length, 1);
  assert.equal((await findAttempt("CARTNODISK"))?.state, "open");
});

test("P04: several storefronts on one data folder, all restarted: one opens an attempt, the others join it, and the first result stands", async () => {
  const carts = Array.from({ length: 40 }, (_, at) => `CARTSHARED${at}`);
  const earlier = (await openAttempt("CARTRESTART", NEW_ATTEMPT)).attempt;
  const settled = (await openAttempt("CARTSETTLED", NEW_ATTEMPT)).attempt;
  await settleAttempt(settled, "paid");
  const ready = join(data, "ready");
  await mkdir(ready);
  // The processes begin together, once all of them have loaded.
  const program = `import { openAttempt, settleAttempt } from "#lib/purchase/attempt-store.ts";
    import { readdirSync, writeFileSync } from "node:fs";
    const open = (cart) => openAttempt(cart, ${JSON.stringify(NEW_ATTEMPT)});
    const opened = [];
    writeFileSync(${JSON.stringify(ready)} + "/" + process.pid, "");
    while (readdirSync(${JSON.stringify(ready)}).length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const cart of ${JSON.stringify(carts)}) if (!(await open(cart)).joined) opened.push(cart);
    const earlier = await open("CARTRESTART");
    await settleAttempt(${JSON.stringify(settled)}, "refused");
    const { attempt: { state } } = await open("CARTSETTLED");
    console.log(JSON.stringify({ opened, earlier: [earlier.attempt.id, earlier.joined], state }));`;
  const found = (await inProcesses(3, program, { ...IN_FRONT, FOYER_DATA: data })).map((text) => JSON.parse(text));
  assert.deepEqual(found.flatMap(({ opened }) => opened).toSorted(), carts.toSorted());
  for (const { earlier: joined, state } of found) assert.deepEqual([joined, state], [[earlier.id, true], "paid"]);
});

test("no file name reveals a cart, no file is half written, and no id becomes a path", async () => {
  await openAttempt("../../escape", NEW_ATTEMPT);
  const names = await readdir(data, { recursive: true });
  assert.equal(
    names.some((name) => name.includes("CART") || name.includes("escape") || name.endsWith(".tmp")),
    false,
  );
  for (const name of names.filter((name) => name.endsWith(".json")))
    JSON.parse(await readFile(join(data, name), "utf8"));
  const { attempt } = await openAttempt("CARTPATH01", NEW_ATTEMPT);
  await settleAttempt({ ...attempt, id: "../carts/x" }, "paid");
  assert.equal((await findAttempt("CARTPATH01"))?.state, "open");
  assert.equal(await findAttempt("CARTNOBODY"), undefined);
});
