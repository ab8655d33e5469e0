import "./around-requests.ts";
import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { after, test } from "node:test";
import { fetchStorefront } from "#test/tools/fetch-storefront.ts";
import { checkEntriesBy } from "./fresh-pages.ts";

const TEXT = `<!doctype html><p>${"The Tempest ".repeat(200)}</p>`;

type Stored = { readonly version: string; readonly madeAt: number };

/** What the page cache has, by path. */
const stored = new Map<string, Stored>();
const nameOf = (path: string, { version, madeAt }: Stored) => `${version} ${madeAt} /route-cache/APP_PAGE/7f/$${path}`;
checkEntriesBy((entry) => [...stored].some(([path, page]) => nameOf(path, page) === entry));

/** What the framework has been asked for, and what it does with a response before it ends it. */
const asked: string[] = [];
let changeBy: (response: ServerResponse) => void = () => undefined;

const server = createServer(answerLikeNext).listen(0, "localhost");
await once(server, "listening");
after(() => server.close());
const address = server.address();
assert.ok(address !== null && typeof address === "object");
const base = `http://localhost:${address.port}`;

/** Answers a stored page: headers of its own and of the entry first, then all of it in one call. */
function answerLikeNext(request: IncomingMessage, response: ServerResponse): void {
  const { url = "", headers } = request;
  asked.push(url);
  headers["x-nextjs-request-id"] = "added by the framework";
  const path = decodeURIComponent(url.split("?", 1)[0] ?? "");
  const page = stored.get(path) ?? { version: "none", madeAt: 0 };
  const own = { Vary: "rsc, Accept-Encoding", "x-nextjs-cache": "HIT", "Cache-Control": "s-maxage=300" };
  const entry = { "x-foyer-page-version": page.version, "x-foyer-page-entry": nameOf(path, page) };
  for (const [name, value] of Object.entries({ ...own, ...entry })) response.setHeader(name, value);
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Content-Length", Buffer.byteLength(TEXT));
  changeBy(response);
  response.end(TEXT);
}

type Sent = Omit<Parameters<typeof fetchStorefront>[1], "path"> & { readonly path?: string };
const ask = (path: string, sent: Sent = {}) => fetchStorefront(base, { path, ...sent });

/** Returns how often the framework is asked for a page that it has answered before, unless the request says otherwise. */
async function askedAgain(path: string, sent: Sent = {}): Promise<number> {
  stored.set(path, { version: `version of ${path}`.replaceAll(" ", "-"), madeAt: 1 });
  await ask(path);
  const before = asked.length;
  await ask(path, sent);
  return asked.length - before;
}

test("a fresh page is answered without the framework, with the same headers and bytes", async () => {
  stored.set("/en", { version: "first", madeAt: 1 });
  const first = await ask("/en");
  const ended: unknown[] = [];
  subscribe("http.server.response.finish", (message) => ended.push(Object(message).request.url));
  const again = await ask("/en");
  const campaign = await ask("/en?utm_medium=poster&date=3");
  assert.equal(asked.length, 1);
  for (const answer of [again, campaign]) {
    assert.deepEqual({ ...answer.headers, date: "" }, { ...first.headers, date: "" });
    assert.deepEqual([answer.status, answer.body], [200, first.body]);
  }
  assert.deepEqual(
    Object.keys(again.headers).filter((name) => name.startsWith("x-foyer")),
    [],
  );
  assert.deepEqual(ended, ["/en", "/en?utm_medium=poster&date=3"]);

  const known = await ask("/en", { headers: { "if-none-match": '"first"' } });
  assert.deepEqual([known.status, known.body.length, asked.length], [304, 0, 1]);
  assert.deepEqual([known.headers.etag, known.headers.vary], ['"first"', "rsc, Accept-Encoding"]);
  for (const name of ["content-encoding", "content-length", "content-type"])
    assert.equal(known.headers[name], undefined);
  const regardless = { "if-none-match": '"first"', "cache-control": "no-cache" };
  assert.equal((await ask("/en", { headers: regardless })).status, 200);
});

test("the bytes of one encoding are not sent to a browser that takes another", async () => {
  stored.set("/en/calendar", { version: "encoded", madeAt: 1 });
  const [br, gzip] = ["br", "gzip"].map((encoding) => ({ headers: { "accept-encoding": encoding } }));
  const first = [await ask("/en/calendar", br), await ask("/en/calendar", gzip)];
  const before = asked.length;
  const again = [await ask("/en/calendar", br), await ask("/en/calendar", gzip)];
  assert.equal(asked.length, before);
  assert.deepEqual(
    again.map(({ headers }) => headers["content-encoding"]),
    ["br", "gzip"],
  );
  assert.deepEqual(
    again.map(({ body }) => body),
    first.map(({ body }) => body),
  );
});

for (const [what, change] of [
  ["stale, expired or gone", undefined],
  ["another version", { version: "newer", madeAt: 1 }],
  ["stored anew", { version: "version-of-/en/events/1", madeAt: 2 }],
] as const)
  test(`the framework answers a page that is ${what}`, async () => {
    assert.equal(await askedAgain("/en/events/1"), 0);
    const before = asked.length;
    if (change === undefined) stored.delete("/en/events/1");
    else stored.set("/en/events/1", change);
    await ask("/en/events/1");
    assert.equal(asked.length, before + 1);
  });

const OTHER_REQUESTS: readonly (readonly [what: string, sent: Sent])[] = [
  ["the router", { headers: { rsc: "1" } }],
  ["a prefetch of the router", { headers: { "next-router-prefetch": "1" } }],
  ["a draft", { headers: { cookie: "a=b; __prerender_bypass=1" } }],
  ["an action", { method: "POST", headers: { "next-action": "4a" } }],
  ["a form", { method: "POST", body: "a=b" }],
  ["a request with a body", { headers: { "content-length": "3" }, body: "a=b" }],
  ["a part of the page", { headers: { range: "bytes=0-9" } }],
  ["the headers alone", { method: "HEAD" }],
  ["a visitor who takes no compression", { headers: { "accept-encoding": "identity" } }],
  ["a parameter of the framework", { path: "/de?nxtPlocale=fr" }],
  ["a parameter of the router", { path: "/de?_rsc=1a" }],
  ["an escaped parameter", { path: "/de?%5Frsc=1a" }],
  ["an escaped path", { path: "/d%65" }],
  ["another page", { path: "/de/calendar" }],
];
for (const [what, sent] of OTHER_REQUESTS)
  test(`the framework answers ${what}`, async () => {
    assert.equal(await askedAgain("/de", sent), 1);
    assert.equal(await askedAgain("/de"), 0);
  });

const OTHER_ANSWERS: readonly (readonly [what: string, change: (response: ServerResponse) => void])[] = [
  ["a page that it renders again", (response) => response.setHeader("x-nextjs-cache", "STALE")],
  ["a page with a cookie", (response) => response.setHeader("Set-Cookie", "a=b")],
  ["a page without an entry", (response) => response.removeHeader("x-foyer-page-entry")],
  [
    "a page of another path",
    (response) => response.setHeader("x-foyer-page-entry", `${response.getHeader("x-foyer-page-entry")}/other`),
  ],
  [
    "a page that there is not",
    (response) => {
      response.statusCode = 404;
    },
  ],
];
for (const [what, change] of OTHER_ANSWERS)
  test(`the answer of the framework is not kept: ${what}`, async (context) => {
    changeBy = change;
    context.after(() => {
      changeBy = () => undefined;
    });
    assert.equal(await askedAgain(`/ar/events/${OTHER_ANSWERS.findIndex(([name]) => name === what)}`), 1);
  });

test("an answer asks to close its connection while the process is about to stop", async () => {
  assert.equal(await askedAgain("/fr"), 0);
  const close = (message: unknown) => Object(message).response.setHeader("Connection", "close");
  subscribe("http.server.request.start", close);
  const before = asked.length;
  assert.equal((await ask("/fr")).headers.connection, "close");
  assert.equal(asked.length, before);
});
