import assert from "node:assert/strict";
import { request } from "node:http";
import type { RequestOptions } from "node:https";
import { test } from "node:test";
import type { startShippedEdge } from "#scripts/testing/edge.ts";
import { sendHead } from "./odd-requests.ts";
import {
  type Answer,
  answered,
  CUT_PATH,
  DROPPED_PATH,
  LINKED_ADDRESSES,
  OF_ORDER_PAGE,
  ORDER_LINK,
} from "./requests.ts";

/** A started edge, and what it has logged. */
type Edge = {
  readonly ask: (path: string, options?: RequestOptions) => Promise<Answer>;
  readonly logs: () => string;
  readonly edge: () => Awaited<ReturnType<typeof startShippedEdge>>;
  readonly plainPort: () => number;
  readonly ca: () => Buffer;
};

/** Makes the tests of what an edge logs. */
export function testLogs({ ask, logs, edge, plainPort, ca }: Edge): void {
  test("no log has the link of an order, whatever happened to its requests", async () => {
    await ask(`${ORDER_LINK}/pdf`, { headers: OF_ORDER_PAGE });
    const { headers } = await ask("/en/checkout/pay", { method: "POST", headers: OF_ORDER_PAGE });
    assert.deepEqual([headers.location, headers["x-action-redirect"]], [ORDER_LINK, `${ORDER_LINK};push`]);
    await assert.rejects(ask(CUT_PATH, { headers: OF_ORDER_PAGE }));
    const { origin, host, port: tlsPort } = new URL(edge().url);
    // Over plain HTTP, at its own port and at the one of TLS.
    for (const port of [plainPort(), tlsPort])
      await answered(request(`http://localhost:${port}${ORDER_LINK}`, { agent: false, headers: OF_ORDER_PAGE }));
    for (const address of [...LINKED_ADDRESSES, `${origin}${ORDER_LINK}`, `https://ada:the-password@${host}/en`])
      await sendHead(Number(tlsPort), ca(), `GET ${address} HTTP/1.1\r\nHost: ${host}`);
    await ask("/en/cart?read-before-the-logs");
    assert.match(logs(), /read-before-the-logs/);
    assert.doesNotMatch(`${logs()}${edge().output()}`, /the-links-secret|sealedlink|the-password/i);
    for (const kept of ["/en/sales/…", "/en/promoter/sign-in?next=/en/sales/…", "/en/cart?read=…"])
      assert.ok(logs().includes(`"${kept}"`), kept);
  });

  test("no log has the id of a click on an advertisement, and a link's own name stays", async () => {
    for (const path of [
      "/en/events/7?ref=dj-kim&gclid=the-click",
      "/en?msclkid=the-click&ref=after",
      "/en/events/7?utm_source=x&wbraid=the-click&gbraid=the-click",
      "/en/events/7?fbclid=the-click.two&ttclid=the-click",
      "/en/promoter/sign-in-later?next=%2Fen%3Fgclid%3Dthe-click",
      "/en/events/7?ref=euclid&read-before-the-log",
    ])
      await ask(path);
    assert.match(logs(), /read-before-the-log/);
    const lines = `${logs()}${edge().output()}`.split("\n");
    assert.deepEqual(
      lines.filter((line) => line.includes("the-click")),
      [],
    );
    for (const kept of [
      "/en/events/7?ref=dj-kim&gclid=…",
      "/en?msclkid=…",
      "/en/events/7?ref=euclid&read-before-the-log",
    ])
      assert.ok(logs().includes(kept), kept);
  });

  test("the log of a request that was answered with the edge's own page has the request's method and status", async () => {
    await ask(DROPPED_PATH, { method: "PUT" });
    await ask("/en/cart?read-before-the-log");
    const [line] = logs()
      .split("\n")
      .filter((one) => one.includes(DROPPED_PATH) && one.includes('"method":"PUT"'));
    assert.match(line ?? "", /"status":502/);
  });
}
