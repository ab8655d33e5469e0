import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { answers, closesConnection, inTurn, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { countOpened, sendOpened } from "./opened-pages.ts";

const service = await startFixtureService();
after(() => service.close());
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, LOG_LEVEL: "warn" });

const lines: string[] = [];
const write = process.stdout.write.bind(process.stdout);
// The results of the tests are written there too, as bytes.
mock.method(process.stdout, "write", (text: string | Uint8Array) =>
  typeof text === "string" ? lines.push(text) > 0 : write(text),
);

test("page views that the service refuses are logged, and those that it takes are not", async () => {
  for (const status of [200, 400]) {
    service.behave(answers({ successful: status === 200, errors: [] }, status));
    countOpened({ path: "/en", query: "ref=dj-kim" }, Date.now());
    await sendOpened();
  }
  const logged = lines.filter((line) => line.includes("Page views were not counted."));
  assert.equal(logged.length, 1);
  assert.match(logged[0] ?? "", /"rows":1,"fault":"TicketingFault: countOpened failed with 400\."/);
});

test("what a service refuses costs its own part alone, and one that does not answer is not asked for the others before a minute", async () => {
  const taken = answers({ successful: true });
  for (const [first, calls, left] of [
    [answers({ successful: false, errors: [] }, 400), 3, 0],
    [answers({ successful: false, errors: [] }, 429), 1, 600],
    [closesConnection, 1, 350],
  ] as const) {
    service.behave(inTurn(first, taken));
    for (let at = 0; at < 600; at += 1) countOpened({ path: "/en", query: `ref=link-${at}` }, Date.now());
    await sendOpened();
    assert.equal(service.received.length, calls);
    service.behave(taken);
    await sendOpened();
    assert.equal(service.received.flatMap(({ body }) => JSON.parse(body).counts).length, left);
  }
});
