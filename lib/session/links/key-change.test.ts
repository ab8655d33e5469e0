import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, test } from "node:test";
import { inProcesses } from "#e2e/tools/another-process.ts";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { sealBought } from "#lib/session/bought-orders.ts";
import { sealGuestLink, sealSaleLink } from "./links.ts";

const service = await fixture.startFixtureService();
after(() => service.close());

const newKey = () => randomBytes(32).toString("base64url");
const [FIRST, SECOND] = [newKey(), newKey()];
applySettings({ LINK_KEYS: FIRST, COOKIE_KEYS: newKey() });
const sale = await sealSaleLink(["ABCDEFGH12"]);
const guest = await sealGuestLink("ABCDEFGH12", 31);
const bought = await sealBought([{ keys: ["ABCDEFGH12"], boughtAt: 1 }]);

/** Opens the links and the list of a device in a storefront with these link keys, and with new cookie keys. */
async function openedWith(linkKeys: string): Promise<string | undefined> {
  const program = `import { openSaleLink } from "#lib/session/links/links.ts";
    import { openGuestLink } from "#lib/session/links/links.ts";
    import { unsealBought } from "#lib/session/bought-orders.ts";
    const [one] = await unsealBought("${bought}");
    console.log(String(await openSaleLink("${sale}")), (await openGuestLink("${guest}"))?.admissionId, one?.keys.join());`;
  const settings = { TICKETING_URL: service.url, TICKETING_CA: service.ca };
  return (await inProcesses(1, program, { ...settings, LINK_KEYS: linkKeys, COOKIE_KEYS: newKey() }))[0];
}

test("links and the orders of a device open after a newer key was added, and after the cookie keys changed", async () => {
  assert.equal(await openedWith(`${SECOND},${FIRST}`), "ABCDEFGH12 31 ABCDEFGH12");
});

test("links and the orders of a device do not open after their own key was removed", async () => {
  assert.equal(await openedWith(SECOND), "undefined undefined undefined");
});

test("a link names its key by an id from which the key cannot be derived", () => {
  for (const link of [sale, guest]) {
    const { kid } = JSON.parse(Buffer.from(link.split(".")[0] ?? "", "base64url").toString("utf8"));
    assert.match(kid, /^[\w-]{8}$/);
    assert.equal(FIRST.includes(kid), false);
  }
});
