import assert from "node:assert/strict";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { after, before, test } from "node:test";
import { setTimeout as delay } from "node:timers/promises";
import { makeCertificates } from "#e2e/tools/certificates.ts";
import { type DownloadOptions, download } from "./download.ts";

const BYTES = Buffer.from("a picture");
const seen: { url: string | undefined; headers: Record<string, unknown> }[] = [];
let listener: RequestListener;
let server: Server;
let origin: string;
let ca: string;
let folder: string;

before(async () => {
  const certificates = await makeCertificates();
  folder = certificates.folder;
  ca = await readFile(certificates.ca, "utf8");
  server = createServer({ key: certificates.key, cert: certificates.cert }, (request, response) => {
    seen.push({ url: request.url, headers: request.headers });
    listener(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
});

after(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const fromOwn = (path: string, options: DownloadOptions = {}) =>
  download(`${origin}${path}`, { own: { origin, ca }, resolve: async () => ["127.0.0.1"], ...options });

test("fetches a picture of the own origin, and sends neither cookie nor credential", async () => {
  listener = (_request, response) => response.setHeader("ETag", '"one"').end(BYTES);
  assert.deepEqual(await fromOwn("/a.jpg"), { bytes: BYTES, etag: '"one"' });
  const [{ headers } = { headers: {} }] = seen.slice(-1);
  assert.deepEqual(Object.keys(headers).toSorted(), ["accept", "connection", "host"]);
});

test("sends the known ETag, and reports that nothing changed", async () => {
  listener = (request, response) => {
    response.statusCode = request.headers["if-none-match"] === '"one"' ? 304 : 500;
    response.end();
  };
  assert.equal(await fromOwn("/a.jpg", { etag: '"one"' }), "not_modified");
});

for (const address of [
  "https://127.0.0.1/a.jpg",
  "https://127.1/a.jpg",
  "https://0x7f.0.0.1/a.jpg",
  "https://2130706433/a.jpg",
  "https://0177.0.0.1/a.jpg",
  "https://[::1]/a.jpg",
  "https://[::ffff:127.0.0.1]/a.jpg",
  "https://[64:ff9b::7f00:1]/a.jpg",
  "https://localhost/a.jpg",
  "https://localhost./a.jpg",
  "https://169.254.169.254/latest/meta-data",
  "https://10.0.0.1/a.jpg",
  "https://①②⑦.0.0.1/a.jpg",
]) {
  test(`refuses the private address ${address}`, async () => {
    await assert.rejects(download(address), { message: /not public|without an address|no answer: E/ });
  });
}

for (const [address, reason] of [
  ["http://pictures.example/a.jpg", /not an https address/],
  ["file:///etc/passwd", /not an https address/],
  ["data:image/png;base64,AA", /not an https address/],
  ["/a.jpg", /not an https address/],
  ["https://user:secret@pictures.example/a.jpg", /with a password/],
  ["https://pictures.example:8443/a.jpg", /unusual port/],
] as const) {
  test(`refuses ${address}`, async () => {
    await assert.rejects(download(address, { resolve: async () => ["93.184.215.14"] }), { message: reason });
  });
}

test("refuses a name with a private address among public ones", async () => {
  const resolve = async () => ["93.184.215.14", "192.168.0.1"];
  await assert.rejects(download("https://pictures.example/a.jpg", { resolve }), { message: /not public/ });
});

test("connects to the address that was checked: the name is resolved once", async () => {
  let calls = 0;
  const resolve = async () => {
    calls += 1;
    return calls === 1 ? ["127.0.0.1"] : ["192.0.2.1"];
  };
  listener = (_request, response) => response.end(BYTES);
  assert.deepEqual(await fromOwn("/a.jpg", { resolve }), { bytes: BYTES });
  assert.equal(calls, 1);
});

for (const [target, reason] of [
  ["https://127.0.0.1/secret", /not public/],
  ["https://[::1]/secret", /not public/],
  ["http://localhost/secret", /not an https address/],
  ["//169.254.169.254/latest", /not public/],
  ["javascript:alert(1)", /not an https address/],
] as const) {
  test(`follows no redirect to ${target}`, async () => {
    listener = (_request, response) => void response.writeHead(302, { Location: target }).end();
    const resolve = async (host: string) => [host === "localhost" ? "127.0.0.1" : host];
    await assert.rejects(fromOwn("/a.jpg", { resolve }), { message: reason });
  });
}

test("follows up to three redirects", async () => {
  listener = ({ url }, response) => {
    const left = Number(url?.slice(1));
    if (left === 0) response.end(BYTES);
    else response.writeHead(301, { Location: `/${left - 1}` }).end();
  };
  assert.deepEqual(await fromOwn("/3"), { bytes: BYTES });
  await assert.rejects(fromOwn("/4"), { message: /too many redirects/ });
});

test("stops at the limit of bytes, whatever the header says", async () => {
  listener = (_request, response) => void response.writeHead(200, { "Content-Length": 4_000_000 }).end();
  await assert.rejects(fromOwn("/a.jpg", { bytesMax: 1_000 }), { message: /too many bytes/ });
  const closed = new Promise((resolve) => {
    listener = async (_request, response) => {
      response.on("close", resolve);
      while (!response.destroyed) {
        response.write(Buffer.alloc(65_536));
        await delay(1);
      }
    };
  });
  await assert.rejects(fromOwn("/a.jpg", { bytesMax: 100_000 }), { message: /too many bytes/ });
  await closed;
});

test("stops at the limit of time for a server that sends a byte now and then", async () => {
  listener = async (_request, response) => {
    while (!response.destroyed) {
      response.write("x");
      await delay(20);
    }
  };
  await assert.rejects(fromOwn("/a.jpg", { limitMs: 300 }), { message: /too slow/ });
  await assert.rejects(fromOwn("/a.jpg", { limitMs: 300, resolve: () => new Promise(() => undefined) }), {
    message: /too slow/,
  });
});

test("refuses other statuses, and a server without a trusted certificate", async () => {
  listener = (_request, response) => void response.writeHead(404).end();
  await assert.rejects(fromOwn("/a.jpg"), { message: /status 404/ });
  await assert.rejects(fromOwn("/a.jpg", { own: { origin } }), { message: /no answer/ });
});
