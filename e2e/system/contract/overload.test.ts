import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { CARDS, putOnSale } from "#e2e/system/contract/put-on-sale.ts";
import { startBuilt } from "#e2e/tools/built-storefront.ts";
import { letBuy } from "#e2e/tools/crowd.ts";
import { freePort } from "#service/conformance/other-service/storefront.ts";

const isFull = process.env.E2E_SIZE === "full";
/** Without a pause between two pages, a dozen buyers already use a whole core. */
const BUYERS = isFull ? 120 : 40;
const SECONDS = isFull ? 600 : 15;
const CONTROL_SECONDS = 15;
/** At full size, where it was 0.26. With forty buyers it is 0.57 to 0.77, which two runs of the same rule differ by. */
const PAY_SHARE_MAX = 0.7;
const MINUTE = 60;
const GOODPUT_SHARE_MIN = 0.8;
const GROWTH_MAX = 1.15;

/** Replaces the rule in the storefront's process by one that lets everybody begin. */
const WITHOUT_RULE = `data:text/javascript,${encodeURIComponent(`
  const nothing = () => undefined;
  const rule = { enter: nothing, leave: nothing, finish: nothing, giveBack: nothing, isBusy: () => false, mayBegin: () => true };
  globalThis[Symbol.for("foyer, process-wide")] = new Map([["load", rule]]);
`)}`;

/** Lets many more buyers buy than a storefront of its own can serve. */
async function overload(path: string, seconds: number, settings: Readonly<Record<string, string>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), "foyer-overload-"));
  const [port, metricsPort] = await Promise.all([freePort(), freePort()]);
  const { base, child, listens } = startBuilt(port, {
    FOYER_DATA: folder,
    TRUSTED_HOPS: "1",
    // The service sends no mail that a storefront at this address renders.
    TICKETING_MESSAGES: "0",
    METRICS_ADDRESS: `127.0.0.1:${metricsPort}`,
    ...settings,
  });
  const [purchases, memory]: [number[], number[]] = [[], []];
  const onPaid = (at: number) => {
    const minute = Math.floor(at / MINUTE);
    purchases[minute] = (purchases[minute] ?? 0) + 1;
    memory[minute] ??= residentKilobytes(child.pid);
  };
  try {
    assert.equal(await listens(AbortSignal.timeout(60_000)), true, "the storefront did not start");
    const crowd = await letBuy({ origin: base, path, card: CARDS.good, buyers: BUYERS, seconds, onPaid });
    return { ...crowd, purchases, memory };
  } finally {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  }
}

function residentKilobytes(pid = 0): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], { encoding: "utf8" }));
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test("P37: under overload nobody inside fails, and who begins is refused before reserving; without the rule nobody is (control)", async (t) => {
  const { eventId } = await putOnSale("Overloaded", [{ name: "Adult" }], { capacity: 100_000 });
  const path = `/en/events/${eventId}`;
  const control = await overload(path, CONTROL_SECONDS, { NODE_OPTIONS: `--import=${WITHOUT_RULE}` });
  const found = await overload(path, SECONDS);
  for (const { paid, seconds, payMs, refusals } of [control, found])
    t.diagnostic(`${paid} paid in ${seconds.toFixed(0)} s, Pay ${median(payMs).toFixed(0)} ms, ${refusals} refused`);

  assert.deepEqual(found.failed, []);
  assert.ok(found.refusals > 0);
  assert.equal(control.refusals, 0);
  if (!isFull) return;
  assert.ok(median(found.payMs) < PAY_SHARE_MAX * median(control.payMs));

  // Whole minutes only. The first has the start of the process in it.
  const minutes = found.purchases.slice(1, Math.floor(SECONDS / MINUTE));
  assert.ok(
    minutes.every((paid) => paid >= GOODPUT_SHARE_MIN * median(minutes)),
    `purchases a minute: ${minutes}`,
  );
  const [first = 0] = found.memory.slice(Math.floor(found.memory.length / 3));
  assert.ok((found.memory.at(-1) ?? 0) <= first * GROWTH_MAX, `memory a minute: ${found.memory} kB`);
});
