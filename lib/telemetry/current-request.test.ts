import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptedRequestId, formState, markFormBegun, requestId, runInRequest } from "./current-request.ts";

const OURS = "0af7651916cd43dd8448eb211c80319c";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

test("accepts the id of a proxy, and none of another format or from elsewhere", () => {
  assert.equal(acceptedRequestId(OURS, true), OURS);
  for (const forged of [undefined, "", "short", "x".repeat(65), `${OURS} */ DROP`, `${OURS}\n`, [OURS, OURS]])
    assert.match(acceptedRequestId(forged, true), UUID);
  assert.match(acceptedRequestId(OURS, false), UUID);
});

test("concurrent requests have their own ids and forms", async () => {
  const one = (id: string, form?: "unread") =>
    runInRequest({ id, form }, async () => {
      await new Promise(setImmediate);
      markFormBegun();
      await new Promise(setImmediate);
      return [requestId(), formState()];
    });
  assert.deepEqual(await Promise.all([one("a", "unread"), one("b")]), [
    ["a", "begun"],
    ["b", undefined],
  ]);
  assert.deepEqual([requestId(), formState()], [undefined, undefined]);
});
