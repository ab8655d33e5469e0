import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { shopCallOf } from "#lib/ticketing/client/calls.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";

const callOf = shopCallOf(7);

test("P25: a call that the shop does not list has no name", () => {
  for (const [method, path] of [
    ["POST", "/event/"],
    ["PUT", "/event/1/publish/true"],
    ["GET", "/account/8"],
    ["GET", "/account/8/eventSummaries"],
    ["GET", "/user/login"],
    ["POST", "/user/token"],
    ["PUT", "/admission/1/admit"],
    ["DELETE", "/cart/ABCDEFGH12"],
    ["GET", "/cart/../event/1"],
    ["GET", "/cart/%2e%2e/event"],
    ["GET", "/event/1/detailed/../../user/login"],
    ["GET", "/event/1/detailed?as=manager"],
    ["GET", "//service.example/event/1/detailed"],
    ["HEAD", "/event/1/detailed"],
  ] as const)
    assert.equal(callOf(method, path), undefined, `${method} ${path}`);
});

test("the control: calls of the shop have their names, with a query where one is allowed", () => {
  assert.equal(callOf("GET", "/event/1/detailed"), "getEvent");
  assert.equal(callOf("GET", "/account/7/eventSummaries?q=%C3%85ngstr%C3%B6m+%26"), "listEvents");
  assert.equal(callOf("POST", "/cart/ABCDEFGH12/payment"), "payCart");
});

test("P25: no call goes out with the shop's credential under a name that it does not have in the list", async () => {
  applySettings();
  const call = { name: "getEvent", method: "POST", path: "/event/", answer: z.unknown() } as const;
  await assert.rejects(request(call), /getEvent is not the POST that calls\.ts lists/);
});
