import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanEmail, emailAddressOf } from "#src/platform/domain/email-address.ts";

for (const [typed, sent] of [
  ["ada@example.com", "ada@example.com"],
  ["Ada.Lovelace+tickets@Example.COM", "Ada.Lovelace+tickets@example.com"],
  ["o'brien_{x}@mail.example.co.nz", "o'brien_{x}@mail.example.co.nz"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@例え.テスト", "ada@xn--r8jz45g.xn--zckzah"],
  ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
  ["ada@ｅxample.com", "ada@example.com"],
] as const) {
  test(`${typed} is sent as ${sent}`, () => assert.equal(emailAddressOf(typed), sent));
}

for (const typed of [
  "",
  "ada",
  "@example.com",
  "ada@",
  "ada@example",
  "ada@localhost",
  "ada@127.0.0.1",
  "ada@[127.0.0.1]",
  "ada@0x7f.1",
  "a@b.example,c@d.example",
  "a@b.example c@d.example",
  "a@b.example;c@d.example",
  "a@b.example\r\nRCPT TO:<c@d.example>",
  "<a@b.example>",
  "Ada <a@b.example>",
  '"a@b.example"@c.example',
  '"a b"@c.example',
  "a(comment)@b.example",
  "a@b@c.example",
  "a@b.example (c)",
  "a..b@c.example",
  ".a@c.example",
  "a.@c.example",
  "ada@example..com",
  "ada@-example.com",
  "ada@example-.com",
  "ada@exa_mple.com",
  "ada@ex%61mple.com",
  "ada@example.com/path",
  "ada@example.com:25",
  "ädä@example.com",
  "a\u0000@example.com",
  "a@exam\u00adple。com",
  "a=?utf-8?q?=2C?=@example.com\n",
  "ada@example.com.",
  `${"a".repeat(65)}@example.com`,
  `a@${"b".repeat(64)}.example`,
  `a@${`${"b".repeat(60)}.`.repeat(5)}example`,
]) {
  test(`refuses ${JSON.stringify(typed.slice(0, 60))}`, () => assert.equal(emailAddressOf(typed), undefined));
}

for (const typed of [
  " ada@example.com\u00a0",
  "\u200bada@example.com\u2060\ufeff",
  "\u202aada@example.com\u202c",
  "mailto:ada@example.com",
  "MailTo: ada@example.com?subject=Tickets",
  "<ada@example.com>",
  "<mailto:ada@example.com>",
  "Ada Lovelace <ada@example.com>",
  '"Lovelace, Ada" < ada@example.com >;',
  "ada @ example.com",
  "ada@example . com",
  "ada@example.com.",
  "ada@exam\u00adple.com",
  "ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ",
]) {
  test(`reads ${JSON.stringify(typed)} as ada@example.com`, () => assert.equal(cleanEmail(typed), "ada@example.com"));
}

for (const typed of [
  "ada lovelace@example.com",
  "ada@example.com bob@example.com",
  "ada@example.com, bob@example.com",
  "<ada@example.com>, <bob@example.com>",
  "ada@example.com call 123",
  "bob@example.com <ada@example.com>",
  "a@b.example\r\nRCPT TO:<c@d.example>",
  `${" ".repeat(1_000_000)}x@${" ".repeat(1_000_000)}.y`,
]) {
  test(`does not guess which address ${JSON.stringify(typed.slice(0, 60))} is`, () => {
    assert.equal(emailAddressOf(cleanEmail(typed)), undefined);
  });
}
