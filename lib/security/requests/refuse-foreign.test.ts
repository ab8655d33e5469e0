import assert from "node:assert/strict";
import { subscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { MEASUREMENTS } from "#lib/telemetry/metrics.ts";
import { sendEarly } from "./http-server.ts";
import { refuseForeign } from "./refuse-foreign.ts";

const OURS = "https://tickets.example";
const MULTIPART = "Content-Type: multipart/form-data; boundary=----WebKitFormBoundary0123456789abcdef";
const FORM = [MULTIPART, `Origin: ${OURS}`, "Sec-Fetch-Site: same-origin"];

const server = createServer((request, response) => {
  const refused = refuseForeign(request, OURS, ["/_next/static/a.css"]);
  if (refused === undefined) response.end("let through");
  else sendEarly(response, refused);
}).listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
after(() => server.close());

/** Sends the head of a request whose body of 1 MiB never arrives, and returns what is answered until the connection ends. */
function send(line: string, headers: readonly string[], length = 1_048_576): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${[`${line} HTTP/1.1`, "Host: a", ...headers, `Content-Length: ${length}`].join("\r\n")}\r\n\r\n`);
  return text(socket);
}

/** Returns whether a request of a connection that ends by itself is let through. */
async function isLetThrough(line: string, headers: readonly string[]): Promise<boolean> {
  return (await send(line, [...headers, "Connection: close"], 0)).endsWith("let through");
}

test("P15: a form that is not from our own pages is refused before its body and counted, and the connection is closed", async () => {
  const reasons: unknown[] = [];
  subscribe(MEASUREMENTS, (measured) => void reasons.push(Reflect.get(Object(measured), "labels").reason));
  for (const headers of [
    [MULTIPART],
    [MULTIPART, "Origin: null"],
    [MULTIPART, "Origin: https://evil.example"],
    [...FORM.slice(0, 2), "Sec-Fetch-Site: cross-site"],
    ["Next-Action: 4a", "Content-Type: text/plain;charset=UTF-8", `Origin: ${OURS}`],
    ["Next-Action: 4a", "Content-Type: multipart/form-database", `Origin: ${OURS}`],
  ])
    assert.match(await send("POST /en/cart", headers), /^HTTP\/1\.1 403 .*\r\nConnection: close\r\n/s, headers.join());
  assert.deepEqual(reasons, [
    "no origin",
    "foreign origin",
    "foreign origin",
    "another site",
    "not a form",
    "not a form",
  ]);
});

test("a form of our own pages is let through, with and without fetch metadata, and so is every read", async () => {
  assert.ok(await isLetThrough("POST /en/cart", FORM));
  assert.ok(await isLetThrough("POST /en/cart", FORM.slice(0, 2)));
  assert.ok(await isLetThrough("POST /en/cart", [...FORM, "Next-Action: 4a"]));
  for (const method of ["GET", "HEAD", "OPTIONS"])
    assert.ok(
      (await send(`${method} /embed.js`, ["Origin: https://host.example", "Connection: close"], 0)).includes(" 200 "),
    );
});

test("of a write that is no form a foreign origin alone is refused: programs send none", async () => {
  const json = "Content-Type: application/json";
  for (const method of ["POST", "DELETE"]) {
    assert.ok(await isLetThrough(`${method} /api/messages`, [json]), method);
    assert.ok(await isLetThrough(`${method} /api/messages`, [json, `Origin: ${OURS}`]), method);
    assert.match(await send(`${method} /api/messages`, [json, "Origin: https://evil.example"]), / 403 /, method);
  }
});

test("the refusal says what to do, in the language of the page, and leads to it at the shop's own name", async () => {
  const answer = await send("POST /de/events/7?date=3", [MULTIPART, "Origin: null"]);
  assert.match(answer, /<html lang="de" dir="ltr">.*Deshalb haben wir nichts geändert\..*<\/html>/s);
  assert.match(answer, /<a href="https:\/\/tickets\.example\/de\/events\/7\?date=3"[^>]*>Seite erneut öffnen<\/a>/);
  assert.doesNotMatch(answer, /<script/);
  assert.match(answer, /content-security-policy: default-src 'none'/i);
  const frame = await send("POST /reserve", [MULTIPART, "Origin: null", "Accept-Language: ar"]);
  assert.match(frame, /<html lang="ar" dir="rtl">.*<a href="https:\/\/tickets\.example\/ar"/s);
});

test("the refusal of a call by a script is a text", async () => {
  const answer = await send("POST /fr/cart", ["Next-Action: 4a", MULTIPART, "Origin: https://evil.example"]);
  assert.match(answer, /Content-Type: text\/plain.*Nous n’avons donc rien changé\./s);
});
