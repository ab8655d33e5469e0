import assert from "node:assert/strict";
import { TOTP } from "otpauth";
import { type Ask, at, TEST_PASSWORD } from "#test/test-app.ts";

const PERIOD_MS = 30_000;

/** Returns the code that the app shows now, or so many time steps later. The service accepts that of the next step too. */
export function appCode(secret: string, stepsLater = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsLater * PERIOD_MS });
}

/** Returns a code that the app shows neither now nor soon. */
export function wrongCode(secret: string): string {
  const shown = [-2, -1, 0, 1, 2].map((steps) => appCode(secret, steps));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !shown.includes(code)) ?? "";
}

/** `code` is the one that turned it on. */
export type SecondFactor = { readonly secret: string; readonly code: string; readonly backupCodes: readonly string[] };

/** Turns on a user's second factor, with the code of now. */
export async function turnOn(ask: Ask): Promise<SecondFactor> {
  const made = await ask("POST", "/user/secondFactor", { current: TEST_PASSWORD });
  assert.equal(made.status, 200, JSON.stringify(made.body));
  const secret = String(at(made, "secret"));
  const code = appCode(secret);
  const turned = await ask("PUT", "/user/secondFactor", { code });
  assert.equal(turned.status, 200, JSON.stringify(turned.body));
  return { secret, code, backupCodes: Object(made.body).backupCodes };
}

const IN_AN_HOUR = new Date(Date.now() + 60 * 60_000).toISOString();

/** A request for a token that has what its user has. */
export function tokenFor(more: object = {}) {
  return { name: "Laptop", expiresAt: IN_AN_HOUR, ...more };
}
