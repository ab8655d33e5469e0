import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { createReservation } from "./reservations.ts";

const service = await startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, LOG_LEVEL: "alarm" });

test("a service gets where the visitor came from, and not where they may go back to", async () => {
  const clickIds = { gclid: "g1" };
  for (const [source, sent] of [
    [
      { ref: "dj-kim", embed: "longlight.example", clickIds, returnTo: "3:/thanks" },
      { ref: "dj-kim", embed: "longlight.example", clickIds },
    ],
    [{ returnTo: "3:/thanks" }, undefined],
    [undefined, undefined],
  ] as const) {
    service.behave(answers({ successful: true, key: "ABCDEFGH12", multiSaleKey: "CART567890" }));
    await createReservation(12, [{ ticketTypeId: 3, quantity: 1 }], source && { source });
    assert.deepEqual(JSON.parse(service.received[0]?.body ?? "").source, sent);
  }
});
