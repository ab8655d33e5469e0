import assert from "node:assert/strict";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import test from "node:test";
import { isFitPassword, isPassword } from "#src/accounts/use-cases/password.ts";

test("derives at most two password hashes at once, and starts the newest when one ends", async ({ mock }) => {
  const begun: (() => void)[] = [];
  const order: string[] = [];
  mock.method(crypto, "scrypt", (...args: readonly unknown[]) => {
    const done = args.at(-1) as (error: null, key: Buffer) => void;
    order.push(String(args[0]));
    begun.push(() => done(null, Buffer.alloc(32)));
  });
  syncBuiltinESMExports();
  const stored = `scrypt$15$8$3$AAAA$${Buffer.alloc(32).toString("base64url")}`;
  const checks = Array.from({ length: 6 }, (_, at) => isPassword(`guess ${at}`, stored));
  for (let ended = 0; ended < 6; ended += 1) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    assert.equal(begun.length, Math.min(6, ended + 2));
    begun[ended]?.();
  }
  assert.deepEqual(await Promise.all(checks), Array(6).fill(true));
  assert.deepEqual(
    order,
    [0, 1, 5, 4, 3, 2].map((at) => `guess ${at}`),
  );
  mock.restoreAll();
  syncBuiltinESMExports();
});

const passwords: readonly (readonly [password: string, username: string, expected: boolean])[] = [
  ["correct horse battery", "ada", true],
  ["eleven char", "box", false],
  ["twelve chars", "box", true],
  ["abababababab", "box", false],
  ["パスワードは十二文字以上", "box", true],
  ["my name is Ada!", "ada@foyer.example", false],
  ["my name is ADA LOVELACE", "ada.lovelace@foyer.example", true],
  ["ADA.LOVELACE was here", "ada.lovelace@foyer.example", false],
  ["about two things", "bo", true],
];
for (const [password, username, expected] of passwords) {
  test(`${expected ? "accepts" : "refuses"} the password ${password} for ${username}`, () => {
    assert.equal(isFitPassword(password, { username, names: [] }), expected);
  });
}
