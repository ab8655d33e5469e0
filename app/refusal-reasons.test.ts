import assert from "node:assert/strict";
import { test } from "node:test";
import { createTranslator } from "use-intl/core";
import { formatReason, type NotReserved, reasonOf, refusalText } from "#app/refusal-reasons.ts";
import en from "#messages/en.json" with { type: "json" };

const t = createTranslator({ locale: "en", messages: en, namespace: "Cart" }) as Parameters<typeof refusalText>[1];

const limited = (limit: "visitor_limit" | "network_limit" | "proof_required", reserved = 0): NotReserved => ({
  result: "limited",
  limited: { ok: false, limit, reserved },
});

for (const [outcome, parameter, text] of [
  [{ result: "codes_limited", waitSeconds: 300 }, "codes_limited.300", /^Too many .* 5\u00a0minutes/],
  [limited("visitor_limit", 12), "visitor_limit.12", /^You already have 12 tickets reserved/],
  [limited("visitor_limit"), "visitor_limit", /^You can reserve up to 50 tickets/],
  [limited("network_limit", 12), "network_limit", /reserved from your network\. Try again/],
  [limited("proof_required"), "proof_required", /choose up to 4 tickets/],
  [{ result: "cart_full" }, "cart_full", /^Your cart has tickets for \d+ events/],
  [{ result: "refused", refusal: "maybe_reserved" }, "maybe_reserved", /^The ticket service gave no clear answer/],
  [
    { result: "short", refused: { refusal: "sold_out", shortages: [] }, names: new Map() },
    "sold_out",
    /^These tickets have just sold out/,
  ],
] as const satisfies readonly (readonly [NotReserved, string, RegExp])[]) {
  test(`an address with ${parameter} says why nothing is reserved`, () => {
    assert.equal(formatReason(reasonOf(outcome)), parameter);
    assert.match(refusalText(parameter, t, "en"), text);
  });
}

test("an address that names no reason of ours says that of any refusal, and states no number above the limit", () => {
  for (const parameter of ["1", "", "toString", "sold_out.", "visitor_limit.-5", "codes_limited.9999999"])
    assert.equal(refusalText(parameter, t, "en"), en.Cart.refusal.refused);
  assert.match(refusalText("visitor_limit.999", t, "en"), /^You already have 50 tickets/);
});
