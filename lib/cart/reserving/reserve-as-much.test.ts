import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { lockAgain, reserveAsMuch } from "#lib/cart/reserving/reserve-as-much.ts";
import { releaseAll } from "#lib/ticketing/reservations.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const ada = { firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", optIn: false };
const cart = fixture.answers({ key: "CART567890", total: 97, sales: [] });

test("the new tickets are kept when the old ones cannot be released", async () => {
  const printed: unknown[] = [];
  const write = mock.method(process.stdout, "write", (text: unknown) => printed.push(text) > 0);
  service.behave(fixture.inTurn(fixture.answers({}, 503), fixture.answers({ successful: true })));
  await releaseAll(["ABCDEFGH11", "ABCDEFGH12", "ABCDEFGH13"]);
  write.mock.restore();
  assert.deepEqual(service.received.map(({ method, path }) => `${method} ${path}`).toSorted(), [
    "DELETE /v2/reservation/ABCDEFGH11",
    "DELETE /v2/reservation/ABCDEFGH12",
    "DELETE /v2/reservation/ABCDEFGH13",
  ]);
  assert.equal(printed.filter((text) => String(text).includes('"failed":1')).length, 1);
});

test("the new tickets are kept when the cart cannot be locked or read", async () => {
  service.behave(fixture.inTurn(fixture.answers({ successful: true }), cart));
  assert.equal((await lockAgain("CART567890", ada, "en"))?.total.minor, 9700);
  service.behave(fixture.answers({}, 503));
  assert.equal(await lockAgain("CART567890", ada, "en"), undefined);
  service.behave(fixture.closesConnection);
  assert.equal(await lockAgain("CART567890", undefined, "en"), undefined);
});

test("P37: tells a busy service from one that gives no answer", async () => {
  const claimant = { network: undefined, onSale: 100, isProven: true };
  const failedOf = async (status: number, body: object) => {
    service.behave(fixture.answers(body, status));
    return (await reserveAsMuch(1, [{ ticketTypeId: 7, quantity: 2 }], {}, claimant)).failed;
  };
  assert.equal(await failedOf(503, { errors: [{ path: "", code: "BUSY", message: "" }] }), "service_busy");
  assert.equal(await failedOf(503, {}), "maybe_reserved");
});

test("returns a reached limit of live places without a request to the service", async () => {
  const requests = service.received.length;
  const wanted = [{ ticketTypeId: 7, quantity: 51 }];
  const again = await reserveAsMuch(1, wanted, {}, { network: undefined, isProven: true });
  assert.deepEqual(again, {
    lines: [{ ticketTypeId: 7, wanted: 51, reserved: 0 }],
    limited: { ok: false, limit: "visitor_limit", reserved: 0 },
  });
  assert.equal(service.received.length, requests);
});
