import assert from "node:assert/strict";
import { test } from "node:test";
import { chosenSite, type OwnSite, returnTo } from "#app/[locale]/promoter/share/site.ts";

const SITE: OwnSite = {
  id: 4,
  origin: "https://longlight.example",
  host: "longlight.example",
  returnPrefix: "/tickets",
};
const OPERATORS: OwnSite = { origin: "https://customhouse.example", host: "customhouse.example" };

test("a way back is the prefix of a site, or a path below it", () => {
  assert.equal(returnTo(SITE, ""), "4:/tickets");
  assert.equal(returnTo(SITE, "/tickets/thanks"), "4:/tickets/thanks");
  for (const path of [
    "/news",
    "/ticketsale",
    "/tickets/../news",
    "/tickets/%2e%2e/news",
    "//evil.example/tickets",
    "tickets",
  ])
    assert.equal(returnTo(SITE, path), "4:/tickets", path);
  assert.equal(returnTo(SITE, `/tickets/${"a".repeat(200)}`), "4:/tickets");
  assert.equal(returnTo({ ...SITE, returnPrefix: undefined }, "/tickets"), undefined);
  assert.equal(returnTo(OPERATORS, "/tickets"), undefined);
  assert.equal(returnTo(undefined, "/tickets"), undefined);
});

test("the only site is chosen, unless none is; of several the one that is named", () => {
  const sites = [SITE, OPERATORS];
  assert.equal(chosenSite([SITE], ""), SITE);
  assert.equal(chosenSite([SITE], "any"), undefined);
  assert.equal(chosenSite(sites, ""), undefined);
  assert.equal(chosenSite(sites, OPERATORS.origin), OPERATORS);
  assert.equal(chosenSite(sites, "any"), undefined);
  assert.equal(chosenSite([], ""), undefined);
});
