import assert from "node:assert/strict";
import { test } from "node:test";
import { isCommonPassword } from "#src/accounts/use-cases/common-passwords.ts";
import { isFitPassword } from "#src/accounts/use-cases/password.ts";

const NAMES = ["Old Mill Theatre", "Mere Tawhai", "mere.tawhai"];

for (const password of [
  "qwerty123456",
  "QWERTY123456",
  "1q2w3e4r5t6y",
  " motherfucker ",
  "Password-2026!",
  "ｑｗｅｒｔｙ１２３４５６",
  "Old Mill Theatre",
  "oldmilltheatre 2026!",
  "MERE-TAWHAI-99",
])
  test(`counts ${password} as common`, () => assert.equal(isCommonPassword(password, NAMES), true));

for (const password of ["seven green bottles", "the old mill by the sea", "730125948163", "パスワードは十二文字以上"])
  test(`the control: does not count ${password} as common`, () =>
    assert.equal(isCommonPassword(password, NAMES), false));

test("no user may have a common password of any length", () => {
  for (const password of ["123456", "password", "iloveyou", "football1", "qwerty123456", "Qwertyqwerty"])
    assert.equal(isFitPassword(password, { username: "box", names: [] }), false, password);
});
