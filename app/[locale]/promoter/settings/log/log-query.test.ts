import assert from "node:assert/strict";
import { test } from "node:test";
import { filtersOnWire, logAddress, logFiltersIn } from "./log-query.ts";

const USERS = [{ id: 7 }, { id: 8 }];
const NONE = { user: undefined, what: undefined, from: undefined, to: undefined };

test("an address asks for a user, a kind and days, which end with the last", () => {
  const filters = logFiltersIn({ user: "8", what: "SIGN_INS", from: "2026-11-01", to: ["2026-11-30", "x"] }, USERS);
  assert.deepEqual(filters, { user: 8, what: "SIGN_INS", from: "2026-11-01", to: "2026-11-30" });
  const asked = { user: 8, what: "SIGN_INS", from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" };
  assert.deepEqual(filtersOnWire(filters), asked);
  const address = "/log?user=8&what=SIGN_INS&from=2026-11-01&to=2026-11-30&page=2";
  assert.equal(logAddress("/log", filters, 2), address);
});

test("what cannot be understood, and a user of another account, count as absent", () => {
  assert.deepEqual(logFiltersIn({ user: "9", what: "SECRETS", from: "2026-02-30", to: "tomorrow" }, USERS), NONE);
  assert.deepEqual(filtersOnWire(NONE), NONE);
  assert.equal(logAddress("/log", NONE, 1), "/log?page=1");
});
