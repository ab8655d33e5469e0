import assert from "node:assert/strict";
import { createAuthenticate } from "#src/accounts/use-cases/authenticate.ts";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import { testRuntime } from "#test/runtime.ts";

/** A cheap hash: these tests do not measure its cost. */
export const LOW_COST = { log2N: 4, r: 1, p: 1 };
export const hash = await hashPassword("right", LOW_COST);
const NETWORK = "192.0.2.1";

/** Returns `authenticate` for callers of one network, unless a call names another. */
export function openAuthenticate(...given: Parameters<typeof createAuthenticate>) {
  const authenticate = createAuthenticate(...given);
  return (username: string, password: string, network = NETWORK) => authenticate(username, password, network);
}

export const UNKNOWN = { ok: false, refusal: "unknown" };

/** Returns a runtime whose database has the users ada and shop with one password, and counts its queries. */
export function smallRuntime() {
  const rows = { queries: 0, disabled: false, hash, isDown: false, hasSecondFactor: false };
  const user = {
    id: 1,
    first_name: "Ada",
    last_name: "Lovelace",
    email: "",
    sell_capabilities: [],
    office_capabilities: [],
    may_scan: false,
    may_manage: false,
    account_id: 1,
    account_name: "Playhouse",
    currency: "AUD",
  };
  const query = async (text: string, [username]: readonly unknown[] = []) => {
    rows.queries += 1;
    if (rows.isDown) throw new Error("The database is unavailable.");
    if (text.includes("user_token")) {
      return username === "ada" ? [{ ...user, token_id: 7, scopes: [], expires_at: new Date(0) }] : [];
    }
    if (username === "shop") return [{ ...user, id: 2, password_hash: hash }];
    return username === "ada" && !rows.disabled
      ? [{ ...user, password_hash: rows.hash, has_second_factor: rows.hasSecondFactor }]
      : [];
  };
  const prepared = (_name: string, text: string, values: readonly unknown[]) => query(text, values);
  const unused = () => assert.fail("not part of this test");
  // The fake implements only the queries of these tests, so it does not fit the type of a database.
  const db = { query, prepared, transaction: unused } as unknown as Parameters<typeof testRuntime>[0];
  return { runtime: testRuntime(db), rows };
}

/** Returns a fake clock, and a password check that stays pending until the test settles it. */
export function fakeTools() {
  const clock = { now: 0, slept: [] as number[] };
  const pending: (() => void)[] = [];
  return {
    clock,
    pending,
    tools: {
      nowMs: () => clock.now,
      sleep: async (ms: number) => {
        clock.slept.push(ms);
        clock.now += ms;
      },
    },
    /** Keeps every check of a wrong password pending until the test settles it. */
    blocked: (password: string) => {
      if (password === "right") return Promise.resolve(true);
      return new Promise<boolean>((resolve) => pending.push(() => resolve(false)));
    },
  };
}

export const idOf = (authentication: Awaited<ReturnType<ReturnType<typeof createAuthenticate>>>) =>
  authentication.ok ? authentication.caller.id : authentication.refusal;
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
