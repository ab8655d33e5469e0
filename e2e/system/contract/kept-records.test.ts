import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { CARDS, card, lockTickets, putOnSale, watchLedger } from "#e2e/system/contract/put-on-sale.ts";
import { releaseBefore } from "#e2e/tools/release-before.ts";
import { startStorefrontProcess } from "#e2e/tools/storefront-process.ts";
import type { Attempt } from "#lib/purchase/attempt.ts";
import { payCart } from "#lib/ticketing/carts.ts";

// Storefronts in processes of their own, in front of the service with its records.

const { TICKETING_URL = "", TICKETING_CA = "", TICKETING_USER = "", TICKETING_PASSWORD = "" } = process.env;
const { TICKETING_ACCOUNT = "", FOYER_RACE_SIZE = "1" } = process.env;
const SETTINGS = { TICKETING_URL, TICKETING_CA, TICKETING_USER, TICKETING_PASSWORD, TICKETING_ACCOUNT };
const folders = await Promise.all(["shared", "other"].map((name) => mkdtemp(join(tmpdir(), `foyer-${name}-`))));
const [shared = "", ofOther = ""] = folders;
const startIn = (folder: string) => startStorefrontProcess({ ...SETTINGS, FOYER_DATA: folder });
/** The first two share a folder with a storefront of the release before. */
const storefronts = [startIn(shared), startIn(shared), startIn(ofOther)] as const;
const [one, , other] = storefronts;
after(async () => {
  await Promise.all(storefronts.map((storefront) => storefront.kill()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
});

type Opened = { readonly attempt: Attempt; readonly joined: boolean };

const STORE = "#lib/purchase/attempt-store.ts";
const DUE = { minor: 9500, currency: "NZD" };
const CARTS = 3 * Number(FOYER_RACE_SIZE);

/** Presses Pay for a cart at storefronts of both releases at the same moment, and returns how many payments were sent. */
async function pressEverywhere(cartId: string, keys: readonly string[], number: string): Promise<number> {
  const before = releaseBefore(shared);
  const newAttempt = { amount: DUE, keys };
  const presses = [
    ...storefronts.slice(0, 2).map((at) => ({
      open: () => at.call<Opened>(STORE, "openAttempt", cartId, newAttempt),
      settle: (attempt: Attempt, state: string) => at.call(STORE, "settleAttempt", attempt, state),
    })),
    ...[1, 2].map(() => ({
      open: async () => (await before.openAttempt(cartId, newAttempt)) as Opened,
      settle: ({ id }: Attempt, state: string) => before.settleAttempt(id, state),
    })),
  ];
  const sent = await Promise.all(
    presses.map(async ({ open, settle }) => {
      const { attempt, joined } = await open();
      if (joined) return 0;
      const paid = await payCart(cartId, DUE, [card(number)], attempt.id);
      await settle(attempt, typeof paid === "object" && paid.ok ? "paid" : "refused");
      return 1;
    }),
  );
  return sent.reduce<number>((sum, one) => sum + one, 0);
}

test("P04: while storefronts of two releases sell, each cart is paid once, also after a refusal, and never at a third", async () => {
  const onSale = await putOnSale("Two releases", [{ name: "Adult" }], { capacity: 2 * CARTS });
  const charged = await watchLedger();
  const carts = await Promise.all(Array.from({ length: CARTS }, () => lockTickets(onSale, 2)));
  for (const [at, { cartId, key }] of carts.entries()) {
    // A press that comes after the refusal of the first one sends another.
    if (at % 2 === 0) assert.ok((await pressEverywhere(cartId, [key], CARDS.bad)) >= 1);
    assert.equal(await pressEverywhere(cartId, [key], CARDS.good), 1);
    assert.equal(await pressEverywhere(cartId, [key], CARDS.good), 0);
  }
  const captures = (await charged()).filter((entry) => entry.startsWith("capture"));
  assert.deepEqual(captures, Array(CARTS).fill("capture 95.00"));

  const { cartId, key } = await lockTickets(await putOnSale("A third", [{ name: "Adult" }]), 2);
  const { attempt } = await one.call<Opened>(STORE, "openAttempt", cartId, { amount: DUE, keys: [key] });
  const joined = await other.call<Opened>(STORE, "openAttempt", cartId, { amount: DUE, keys: [key] });
  assert.deepEqual([joined.joined, joined.attempt.id], [true, attempt.id]);
});

test("P21: what is used once or ended at one storefront is so at another with a folder of its own", async () => {
  const token = crypto.randomUUID();
  const used = await Promise.all(
    [one, other, one].map((at) => at.call("#lib/security/records/once.ts", "consumeOnce", "hand-off", token)),
  );
  assert.equal(used.filter((use) => use !== undefined).length, 1);
  const revocations = "#lib/session/revocations.ts";
  await one.call(revocations, "revokeLinks", [token], 2_000);
  const areRevoked = (madeAtMs: number) => other.call<boolean>(revocations, "areLinksRevoked", [token], madeAtMs);
  assert.deepEqual([await areRevoked(1_999), await areRevoked(2_000)], [true, false]);
});
