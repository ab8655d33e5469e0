import assert from "node:assert/strict";
import { test } from "node:test";
import { Credential } from "#lib/ticketing/client/credential.ts";
import { getPromoter, listAccountEvents } from "#lib/ticketing/promoters.ts";
import { putOnSale } from "#test/contract/put-on-sale.ts";
import { PROMOTER } from "#test/contract/settings.ts";

test("a promoter's name and password say who they are and what they may do", async () => {
  const promoter = await getPromoter(PROMOTER);
  assert.equal(promoter?.email, PROMOTER.reveal().user);
  assert.deepEqual([promoter.mayScan, promoter.maySellAtBoxOffice], [true, true]);
  assert.equal(typeof promoter.account?.id, "number");
});

test("a wrong password, and nobody's name, are nobody", async () => {
  const { user } = PROMOTER.reveal();
  for (const [name, password] of [
    [user, "wrong"],
    ["nobody@example.com", "wrong"],
    ["", ""],
  ] as const) {
    assert.equal(await getPromoter(new Credential(name, password)), undefined);
  }
});

test("an account's events are listed for its own promoter, and another's are not", async () => {
  const { eventId } = await putOnSale("Listed", [{ name: "Adult" }]);
  const account = (await getPromoter(PROMOTER))?.account?.id ?? 0;
  assert.ok((await listAccountEvents(PROMOTER, account)).some(({ id }) => id === eventId));
  assert.deepEqual(await listAccountEvents(PROMOTER, account + 1), []);
});
