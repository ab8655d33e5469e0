import assert from "node:assert/strict";
import { after, test } from "node:test";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { EMPTY_REQUEST, replaceModules } from "#e2e/tools/replaced-modules.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";

/** A request of no known network, and a cache that keeps nothing. */
replaceModules({
  "next/headers": EMPTY_REQUEST,
  "next/cache": "export const unstable_cache = (read) => read;",
});

const service = await startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, LOG_LEVEL: "alarm" });
const { POST } = await import("./route.ts");
const { sealMessageToken } = await import("#lib/security/seal.ts");

test("P34: only a fault that will pass holds up a message for as long as it lasts", async () => {
  const token = await sealMessageToken();
  const body = JSON.stringify({
    id: "1",
    kind: "TICKETS",
    language: "en",
    recipient: "ada@example.com",
    sales: ["ABCDEFGH12"],
    details: {},
    purchase: {},
  });
  const statusWhen = async (answer: Parameters<typeof answers>) => {
    service.behave(answers(...answer));
    const headers = { authorization: `Bearer ${token}` };
    const answered = await POST(new Request("http://localhost/api/messages", { method: "POST", headers, body }));
    return answered.status;
  };
  assert.equal(await statusWhen([{}, 500]), 503, "the service fails");
  assert.equal(await statusWhen([{}, 503]), 503, "the service is busy");
  assert.equal(await statusWhen([{ key: [] }]), 500, "an answer that cannot be read");
  assert.equal(await statusWhen([{ key: "ABCDEFGH12", status: "CONFIRMED" }]), 500, "a sale without an amount");
});
