import assert from "node:assert/strict";
import { test } from "node:test";
import { lockRefused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { AFTER_LOCK_REFUSED } from "./lock-refused.ts";

for (const [code, next] of [
  ["HOLD_ENDED", "not_payable"],
  ["CANCELLED", "cancelled"],
  ["WRONG_STATE", "checking"],
  ["A_CODE_OF_ANOTHER_SERVICE", "checking"],
] as const)
  test(`P05: a payment whose cart is refused with ${code} goes on with ${next}`, () => {
    const { refusal } = lockRefused({ errors: [{ path: "", code }] } as unknown as Parameters<typeof lockRefused>[0]);
    assert.equal(AFTER_LOCK_REFUSED[refusal], next);
  });
