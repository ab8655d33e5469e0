import "./malformed-addresses.ts";
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, get, type IncomingMessage } from "node:http";
import { test } from "node:test";

const HEARD: readonly (readonly [asked: string, heard: string])[] = [
  ["/en/events/%E0%A4%A", "/nowhere"],
  ["/%E0%A4%A?utm_source=x", "/nowhere"],
  ["/en/sales/%", "/nowhere"],
  ["/en/events/7?q=%E0%A4%A", "/en/events/7?q=%E0%A4%A"],
  ["/en/%E5%A4%AA%E9%83%8E", "/en/%E5%A4%AA%E9%83%8E"],
];

for (const [asked, heard] of HEARD) {
  test(`${asked} is heard as ${heard}`, async (context) => {
    const server = createServer((request, response) => response.end(request.url)).listen(0, "127.0.0.1");
    context.after(() => server.close());
    await once(server, "listening");
    const address = server.address();
    assert.ok(address !== null && typeof address === "object");
    const sent = get({ host: "127.0.0.1", port: address.port, path: asked, agent: false });
    const [answer]: [IncomingMessage] = (await once(sent, "response")) as [IncomingMessage];
    assert.equal(Buffer.concat(await Array.fromAsync(answer)).toString(), heard);
  });
}
