import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { GET as health } from "#app/api/health/route.ts";
import { GET as ready } from "#app/api/ready/route.ts";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { startDraining } from "#lib/runtime/drain.ts";
import { networkOfHeaders } from "#lib/security/network.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca, LOG_LEVEL: "alarm" });

const [READABLE, UNREADABLE] = [11, 12].map((id) => ({ id, name: "An evening", venue: { id: 3, name: "The hall" } }));
const OFFERING = { event: 11, groups: [] };

/** A service with two events, of which one has no name in its own answer, and with these answers in place of its own. */
function sells(instead: Readonly<Record<string, readonly [status: number, body: unknown]>> = {}): void {
  const own: typeof instead = {
    "/ready": [200, { ok: true }],
    "/v2/account/1": [200, { name: "The Playhouse" }],
    "/v2/account/1/eventSummaries": [200, [READABLE, UNREADABLE]],
    "/v2/event/11/detailed": [200, READABLE],
    "/v2/event/12/detailed": [200, { ...UNREADABLE, name: null }],
    "/v2/offering/11/PUBLIC": [200, OFFERING],
    "/v2/offering/12/PUBLIC": [200, OFFERING],
    ...instead,
  };
  service.behave((response, { path }) => {
    const [status, body] = own[path.split("?")[0] ?? ""] ?? [404, {}];
    const headers = { "content-type": "application/json", "x-total-count": "2" };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
}

type Ready = { readonly status: string; readonly unreadable?: readonly string[] };
const readiness = async () => {
  const answer = await ready();
  return { code: answer.status, ...((await answer.json()) as Ready) };
};

/** An answer is kept for a second. */
async function readyOnce(isSo: (now: Awaited<ReturnType<typeof readiness>>) => boolean) {
  for (;;) {
    const now = await readiness();
    if (isSo(now)) return now;
    await pause(20);
  }
}

test("ready is whether a sale is possible, health whether pages are served", async () => {
  const isNot = ({ code }: { readonly code: number }) => code === 503;
  sells({ "/v2/account/1/eventSummaries": [200, { rows: [] }] });
  const list = "GET /account/1/eventSummaries: eventSummaries: expected a list, got nothing";
  assert.deepEqual(await readyOnce(isNot), {
    code: 503,
    status: `listEvents cannot be read: ${list}`,
    unreadable: [list],
  });

  sells();
  const one = /^GET \/event\/12\/detailed: name: expected a text, got nothing$/;
  const { status, unreadable } = await readyOnce(({ code }) => code === 200);
  assert.equal(status, "ready", "one event that cannot be read keeps nobody from buying another");
  assert.equal(unreadable?.length, 1);
  assert.match(unreadable?.[0] ?? "", one);

  sells({ "/ready": [503, { ok: false, reason: "The database is read-only." }] });
  assert.equal((await readyOnce(isNot)).status, "the ticketing service cannot sell: The database is read-only.");
  assert.equal(health().status, 200);

  // A service without such an address is asked by a read alone.
  sells({ "/ready": [404, {}] });
  await readyOnce(({ code }) => code === 200);
  sells({ "/ready": [404, {}], "/v2/account/1/eventSummaries": [401, {}] });
  assert.match((await readyOnce(isNot)).status, / refuses this credential \(401\)$/);
  assert.deepEqual([health().status, await health().json()], [200, { status: "alive" }]);
});

test("ready says that a balancer is counted in place of its visitors", async (t) => {
  sells();
  t.mock.method(process.stdout, "write", () => true);
  networkOfHeaders(new Headers({ "x-forwarded-for": "1.1.1.1, 10.0.0.5" }));
  t.mock.restoreAll();
  const answer = (await (await ready()).json()) as { readonly proxy?: string };
  assert.equal(answer.proxy, 'visitors are counted as 10.0.0.0/24: docs/deploy.md, "Install", step 9');
});

test("both say from the moment of the signal that this process is about to stop", async () => {
  sells();
  startDraining();
  for (const answer of [health(), await ready()])
    assert.deepEqual([answer.status, ((await answer.json()) as Ready).status], [503, "about to stop"]);
});
