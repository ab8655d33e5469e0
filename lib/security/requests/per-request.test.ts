import assert from "node:assert/strict";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { test } from "node:test";
import { isPerRequest, runInRequest } from "#lib/telemetry/current-request.ts";
import { preparePerRequest } from "./per-request.ts";

function prepared(url: string) {
  const request = new IncomingMessage(new Socket());
  request.url = url;
  const response = new ServerResponse(request);
  return runInRequest({ id: "a" }, () => {
    preparePerRequest(request, response, false);
    return { headers: request.headers, policy: response.getHeader("content-security-policy"), is: isPerRequest() };
  });
}

const PER_REQUEST = [
  "/en/cart",
  "/de/checkout",
  "/en/checkout/pay",
  "/en/sales/a.b/pdf",
  "/ar/search?q=a/b",
  "/en/events/12/tickets",
];
for (const url of PER_REQUEST)
  test(`${url} has a nonce, in the answer and for the framework, and its language and address`, () => {
    const { headers, policy, is } = prepared(url);
    assert.match(String(policy), /script-src 'self' 'nonce-[\w+/]{22}=='/);
    assert.equal(headers["content-security-policy"], policy);
    assert.deepEqual([headers["x-next-intl-locale"], headers["x-foyer-page"], is], [url.slice(1, 3), url, true]);
  });

test("two requests have different nonces", () => {
  assert.notEqual(prepared("/en/cart").policy, prepared("/en/cart").policy);
});

for (const url of ["/en", "/en/events/12", "/en/cartoons", "/en/embed/events/12", "/api/ready", "/brand.css"])
  test(`${url}, which everyone gets alike, is left as it is`, () => {
    const { headers, policy, is } = prepared(url);
    assert.deepEqual([headers, policy, is], [{}, undefined, false]);
  });
