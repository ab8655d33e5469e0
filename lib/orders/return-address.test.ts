import assert from "node:assert/strict";
import { test } from "node:test";
import { returnAddress } from "#lib/orders/return-address.ts";

const SITES = [
  { id: 3, origin: "https://longlight.example", returnPrefix: "/thanks" },
  { id: 4, origin: "https://shop.example:8443", returnPrefix: "/" },
  { id: 5, origin: "https://embeds.example", returnPrefix: undefined },
];

for (const [returnTo, address] of [
  ["3:/thanks", "https://longlight.example/thanks"],
  ["3:/thanks/you/", "https://longlight.example/thanks/you/"],
  ["3:/other/../thanks/./a", "https://longlight.example/thanks/a"],
  ["3:/thanks/%C3%A9t%C3%A9", "https://longlight.example/thanks/%C3%A9t%C3%A9"],
  ["4:/", "https://shop.example:8443/"],
  ["4:/any/page.html", "https://shop.example:8443/any/page.html"],
] as const)
  test(`${returnTo} is a page of a site of the account`, () => {
    assert.equal(returnAddress(returnTo, SITES)?.href, address);
  });

/** The service takes none of these as a prefix: `service/src/accounts/domain/site.test.ts`. */
const UNFIT = [
  "/thanks;lang=de",
  "/danke%3Bx",
  "/thanks/..;/x",
  "/a%2Fb",
  "/a%5cb",
  "/a%2eb",
  "/100%25",
  "/a%0d",
  "/a%7F",
  "/a[1]",
  "/a|b",
];

for (const [path, isFit] of [
  ["/~a/b_c-d!$&'()*+,=:@", true],
  ["/%C3%BCber-uns", true],
  ...UNFIT.map((one) => [one, false] as const),
] as const)
  test(`a site's prefix ${path} is ${isFit ? "" : "not "}one to send buyers to`, () => {
    const site = { id: 3, origin: "https://longlight.example", returnPrefix: path };
    assert.equal(returnAddress(`3:${path}`, [site])?.pathname, isFit ? path : undefined);
  });

for (const returnTo of [
  "",
  "3",
  "/thanks",
  "9:/thanks",
  "03:/thanks",
  "3.0:/thanks",
  "5:/",
  "5:/thanks",
  "3:/",
  "3:/thanksgiving",
  "3:/thanks/../evil",
  "3:/thanks/..",
  "3:/thanks/%2e%2e/evil",
  "3:/thanks/..%2Fevil",
  "3:/thanks/%252e%252e/evil",
  "3:/thanks/..\\evil",
  "3:/thanks/..;/evil",
  "3:/thanks/.;/evil",
  "3:/thanks/..%3b/evil",
  "3:/thanks/..;a=1/evil",
  "3:/thanks/%0d%0aevil",
  "3:/thanks/%7F",
  "3:/thanks?to=//evil.example",
  "3:/thanks#foyer=forged",
  "3:/thanks\n",
  "3:/thanks ",
  "3:thanks",
  "3:https://evil.example/thanks",
  "3://evil.example/thanks",
  "3:/\\evil.example/thanks",
  "3:///evil.example/thanks",
  "4://evil.example",
  "4:/\\evil.example",
  "4:/\t/evil.example",
  "4:@evil.example",
  "4:.evil.example",
  "4:javascript:alert(1)",
  "https://evil.example",
])
  test(`nobody is sent to ${JSON.stringify(returnTo)}`, () => {
    assert.equal(returnAddress(returnTo, SITES), undefined);
  });
