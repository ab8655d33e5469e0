import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { busySeconds } from "#lib/security/busy-text.ts";
import { sendEarly } from "./http-server.ts";
import { isBeginning, refuseForLoad, refuseRead } from "./refuse-for-load.ts";

const server = createServer(async (request, response) => {
  if (request.url?.includes("/search")) return void sendEarly(response, refuseRead(request, ["/_next/static/a.css"]));
  if (!isBeginning(request)) return void response.end("let through");
  sendEarly(response, await refuseForLoad(request, ["/_next/static/a.css"]));
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
after(() => server.close());

type Answer = { readonly status: number | undefined; readonly headers: IncomingHttpHeaders; readonly words: string };

async function send(
  path: string,
  fields: Readonly<Record<string, string>>,
  sent: Readonly<Record<string, string>> = {},
  method = "POST",
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const posted = new Response(form);
  const headers = { "content-type": posted.headers.get("content-type") ?? "", ...sent };
  const outgoing = request({ port, path, method, headers }).end(method === "POST" ? await posted.bytes() : undefined);
  const [{ statusCode, headers: received }, words] = await new Promise<[IncomingMessage, string]>((resolve, reject) =>
    outgoing
      .on("error", reject)
      .on("response", (answer) => text(answer).then((words) => resolve([answer, words]), reject)),
  );
  return { status: statusCode, headers: received, words };
}

test("P37: a form without script is answered with words in its language, and with itself to send again", async () => {
  const fields = {
    "qty.7": "2",
    "qty.8": "0",
    ref: "kim",
    utm_source: "poster",
    "$ACTION_1:0": '{"id":"a"}',
    code: `"><script>alert('1')</script>&`,
  };
  const answer = await send("/de/events/7?date=3", fields);
  assert.equal(answer.status, 503);
  assert.match(answer.headers["retry-after"] ?? "", /^[2-6]$/);
  assert.equal(answer.headers["cache-control"], "no-store");
  const html = answer.words;
  assert.match(html, /<html lang="de" dir="ltr">/);
  assert.match(html, /<h1[^>]*>Gerade kaufen viele Menschen gleichzeitig<\/h1>/);
  assert.match(html, /<form method="post" enctype="multipart\/form-data" action="\/de\/events\/7\?date=3">/);
  assert.match(html, /name="qty\.7" value="2"/);
  const [, line = ""] = /<a href="\/de\/events\/7\/line\?([^"]*)"/.exec(html) ?? [];
  assert.deepEqual(Object.fromEntries(new URLSearchParams(line.replaceAll("&amp;", "&"))), {
    busy: "1",
    date: "3",
    "qty.7": "2",
    ref: "kim",
    utm_source: "poster",
    code: fields.code,
  });
  assert.match(html, /name="\$ACTION_1:0" value="\{&quot;id&quot;:&quot;a&quot;\}"/);
  assert.ok(html.includes('value="&quot;&gt;&lt;script&gt;alert(&#x27;1&#x27;)&lt;/script&gt;&amp;"'));
  assert.doesNotMatch(html, /<script/);
});

test("P37: a frame's form names its language in a field", async () => {
  const { words: html } = await send("/reserve", { locale: "ar", event: "7", "qty.7": "1" });
  assert.match(html, /<html lang="ar" dir="rtl">/);
  assert.match(html, /action="\/reserve"/);
});

test("P37: a script is answered with the seconds to wait", async () => {
  const answer = await send("/en/events/7/tickets", { "qty.7": "1" }, { "next-action": "a" });
  assert.equal(answer.status, 503);
  // Next's script passes on the text of this type alone.
  assert.equal(answer.headers["content-type"], "text/plain");
  const seconds = busySeconds(new Error(answer.words));
  assert.equal(String(seconds), answer.headers["retry-after"]);
});

test("P37: details, payment, its checking and orders are never refused for load", async () => {
  for (const path of ["/en/checkout", "/en/checkout/pay", "/en/checkout/pay/checking", "/en/cart", "/en/sales/abc"])
    assert.equal((await send(path, {})).words, "let through", path);
  assert.equal((await send("/en/events/7", {}, {}, "GET")).words, "let through");
});

test("a form that cannot be read is still answered", async () => {
  assert.equal((await send("/en/events/7", {}, { "content-type": "text/plain" })).status, 503);
});

test("a page that has waited in vain is answered with words in its language, and a link to itself", async () => {
  const { status, headers, words: html } = await send("/de/search?q=a&b=%22", {}, {}, "GET");
  assert.deepEqual([status, headers["retry-after"], headers["cache-control"]], [503, "10", "no-store"]);
  assert.match(html, /<html lang="de" dir="ltr">[\s\S]*<h1[^>]*>Zu viele Seiten auf einmal<\/h1>/);
  assert.match(html, /<a class="[^"]*" href="\/de\/search\?q=a&amp;b=%22">Erneut versuchen<\/a>/);
  const ofRouter = await send("/de/search", {}, { rsc: "1" }, "GET");
  assert.deepEqual([ofRouter.status, ofRouter.headers["content-type"]], [503, "text/plain; charset=utf-8"]);
});
