import assert from "node:assert/strict";
import { test } from "node:test";
import { Credential } from "#lib/ticketing/client/credential.ts";
import { getPromoter, listAccountEvents } from "#lib/ticketing/promoters.ts";
import { putOnSale } from "#test/contract/put-on-sale.ts";
import { PROMOTER } from "#test/contract/settings.ts";

test("returns a promoter's account and capabilities for their password", async () => {
  const promoter = await getPromoter(PROMOTER);
  assert.equal(promoter?.email, PROMOTER.reveal().user);
  assert.deepEqual([promoter.mayScan, promoter.maySellAtBoxOffice], [true, true]);
  assert.equal(typeof promoter.account?.id, "number");
});

test("returns undefined for a wrong password and for an unknown user", async () => {
  const { user } = PROMOTER.reveal();
  for (const [name, password] of [
    [user, "wrong"],
    ["unknown@example.com", "wrong"],
    ["", ""],
  ] as const) {
    assert.equal(await getPromoter(new Credential(name, password)), undefined);
  }
});

test("lists the events of the promoter's own account alone", async () => {
  const { eventId } = await putOnSale("Listed", [{ name: "Adult" }]);
  const account = (await getPromoter(PROMOTER))?.account?.id ?? 0;
  assert.ok((await listAccountEvents(PROMOTER, account)).some(({ id }) => id === eventId));
  assert.deepEqual(await listAccountEvents(PROMOTER, account + 1), []);
});
