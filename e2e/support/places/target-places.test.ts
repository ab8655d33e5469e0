import assert from "node:assert/strict";
import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import type { BrowserContext } from "@playwright/test";
import { environment } from "#e2e/support/target/env.ts";
import { accountOf } from "./account.ts";
import { VISIT_COOKIE } from "./cart-session.ts";
import { openJournal } from "./journal.ts";
import type { Needs } from "./places.ts";
import { reportOf } from "./report.ts";
import { placesOfTarget } from "./target-places.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-places-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A storefront that has one place in the cart of every visit. */
const storefront = createServer((_, response) => response.end(JSON.stringify({ cart: { count: 1 } })));
storefront.listen(0, "localhost");
await once(storefront, "listening");
after(() => storefront.close());
const address = `http://localhost:${(storefront.address() as AddressInfo).port}`;

class Context extends EventEmitter {
  visit = "first";
  readonly cookies = async () => [{ name: VISIT_COOKIE, value: this.visit }];
  readonly close = async () => {};
}

/** Returns the report of a test that reserves a place, and whose copy of the visit then gets a new cookie. */
async function reportOfCopy({ continues }: { readonly continues: boolean }) {
  const journal = openJournal(mkdtempSync(join(folder, "run-")));
  const context = new Context();
  const browser = Object.assign(new EventEmitter(), { contexts: () => [context] });
  const info = { testId: "a", title: "copies", titlePath: ["a.spec.ts"], tags: [], project: { name: "desktop" } };
  const timeout = { timeout: 0, setTimeout: () => {} };
  const env = environment({ E2E_ADDRESS: address });
  const places = placesOfTarget({ env, browser, context, info: { ...info, ...timeout } } as unknown as Needs, journal);
  await places.take(1);
  await places.reserved();
  const copy = new Context();
  browser.emit("context", copy);
  if (continues) places.continueIn(copy as unknown as BrowserContext);
  copy.visit = "second";
  await copy.close();
  return reportOf(accountOf(journal.entries(), 60));
}

test("counts a visit that continues in another browser once, and any other visit there as another reservation", async () => {
  const { made, unrecorded } = await reportOfCopy({ continues: true });
  assert.deepEqual({ made, unrecorded }, { made: 1, unrecorded: [] });
  const control = await reportOfCopy({ continues: false });
  assert.deepEqual([control.made, control.unrecorded], [2, [{ places: 1, test: "copies" }]]);
});
