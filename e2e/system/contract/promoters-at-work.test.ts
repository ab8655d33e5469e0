import assert from "node:assert/strict";
import { request, type ServerResponse } from "node:http";
import { after, test } from "node:test";
import { encode } from "next-auth/jwt";
import { startInFrontOf } from "#e2e/tools/built-storefront.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";
import { fetchStorefront, type Served } from "#e2e/tools/fetch-storefront.ts";
import { answers, startFixtureService } from "#e2e/tools/fixture-service.ts";
import { SETTINGS } from "#e2e/tools/storefront-settings.ts";
import { freePort } from "#service/conformance/other-service/storefront.ts";

const PLACES = 8;
/** Longer than the test: no read ends by itself. */
const READ_MS = 60_000;

const service = await startFixtureService();
after(() => service.close());

/** The lists of events that promoters' pages wait for. */
const waiting: ServerResponse[] = [];
service.behave((response, request) => {
  if (/\/eventSummaries\?.*state=/.test(request.path)) waiting.push(response);
  else if (request.path === "/v2/user/login") answers({ name: "Pat" })(response, request);
  else
    answers(request.path.endsWith("/eventSummaries") ? [] : {}, request.path.endsWith("Summaries") ? 200 : 404)(
      response,
      request,
    );
});

const { base, end } = await startInFrontOf(await freePort(), service, { TICKETING_READ_MS: `${READ_MS}` });
after(end);

const session = await encode({
  token: {
    sessionId: "of the test",
    signedInAt: Math.floor(Date.now() / 1000),
    promoter: { name: "Pat", email: "pat@example.com", capabilities: ["MANAGE", "ORDERS", "REPORTS"] },
    credential: { user: "pat", password: "pat's password" },
  },
  secret: SETTINGS.NEXTAUTH_SECRET,
});

let network = 0;

function open(path: string, cookie = ""): Promise<Served> {
  network += 1;
  return fetchStorefront(base, { path, headers: { cookie, "x-forwarded-for": `198.51.${network}.7` } });
}

const cookie = `${cookieAt(base, "foyer-promoter")}=${session}`;
const openAsPromoter = () => open("/en/promoter/events", cookie);

/** Opens a page as a promoter, and returns what ends its connection. */
function openUntilGone(): () => void {
  network += 1;
  const headers = { cookie, "x-forwarded-for": `198.51.${network}.7` };
  const sent = request(`${base}/en/promoter/events`, { headers }).on("error", () => undefined);
  sent.end();
  return () => sent.destroy();
}

/** Resolves once so many pages wait for the service. */
async function areWaiting(count: number): Promise<void> {
  while (waiting.length < count) await new Promise(setImmediate);
}

const answerAll = () => {
  for (const response of waiting.filter(({ writableEnded }) => !writableEnded))
    response.writeHead(200, { "x-total-count": "0" }).end("[]");
};

test("eight pages of promoters are at work, the ninth waits, and a buyer's page does not", {
  timeout: 30_000,
}, async () => {
  const pages = Array.from({ length: PLACES + 1 }, openAsPromoter);
  await areWaiting(PLACES);

  assert.equal((await open("/en/search")).status, 200, "a buyer's page");
  const stranger = await open("/en/promoter/events");
  assert.equal(stranger.headers.location, "/en/promoter/sign-in", "a stranger waits for no place");
  assert.equal(waiting.length, PLACES, "the ninth has not begun");

  const [first] = waiting;
  assert.ok(first);
  first.writeHead(500).end();
  await areWaiting(PLACES + 1);
  answerAll();
  const statuses = (await Promise.all(pages)).map(({ status }) => status).toSorted();
  assert.deepEqual(statuses, [...Array.from({ length: PLACES }, () => 200), 503], "one failed, and no other");
});

test("who has gone while waiting for a place reads nothing", { timeout: 30_000 }, async () => {
  waiting.length = 0;
  const pages = Array.from({ length: PLACES }, openAsPromoter);
  await areWaiting(PLACES);
  const ends = Array.from({ length: PLACES }, openUntilGone);
  assert.equal((await open("/en/search")).status, 200, "the storefront has seen them come");
  for (const end of ends) end();
  assert.equal((await open("/en/search")).status, 200, "and go");
  const last = openAsPromoter();
  answerAll();
  await Promise.all(pages);
  await areWaiting(PLACES + 1);
  answerAll();
  assert.equal((await last).status, 200);
  assert.equal(waiting.length, PLACES + 1, "only the last one has read");
});
