import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { inAnotherProcess } from "#test/tools/another-process.ts";

type Settings = Readonly<Record<string, string>>;

const MODULES = `import { openSaleLink, sealSaleLink } from "#lib/session/links/sale-link.ts";
  import { openGuestLink, sealGuestLink } from "#lib/session/links/guest-link.ts";`;

function sealed(settings: Settings): readonly [sale: string, guest: string] {
  const program = `${MODULES} console.log(await sealSaleLink(["ABCDEFGH12"]), await sealGuestLink("ABCDEFGH12", 31));`;
  const [sale = "", guest = ""] = inAnotherProcess(program, settings).split(" ");
  return [sale, guest];
}

function opened(settings: Settings, [sale, guest]: readonly [string, string]): string {
  const program = `${MODULES}
    console.log(String(await openSaleLink("${sale}")), (await openGuestLink("${guest}"))?.admissionId);`;
  return inAnotherProcess(program, settings);
}

const newKey = () => randomBytes(32).toString("base64url");

test("a link opens after a newer key was added, and not after its own key was removed", () => {
  const [first, second] = [newKey(), newKey()];
  const links = sealed({ LINK_KEYS: first });
  assert.equal(opened({ LINK_KEYS: `${second},${first}` }, links), "ABCDEFGH12 31");
  assert.equal(opened({ LINK_KEYS: second }, links), "undefined undefined");
});

test("a change of the cookie keys leaves every link valid", () => {
  const links = sealed({ COOKIE_KEYS: newKey() });
  assert.equal(opened({ COOKIE_KEYS: newKey() }, links), "ABCDEFGH12 31");
});

test("a change of the cookie keys leaves the orders of a device, which are kept for longer than those keys", () => {
  const bought = `import { sealBought, unsealBought } from "#lib/session/bought/bought-orders.ts";`;
  const list = inAnotherProcess(`${bought} console.log(await sealBought([{ keys: ["ABCDEFGH12"], boughtAt: 1 }]));`, {
    COOKIE_KEYS: newKey(),
  });
  const read = `${bought} console.log((await unsealBought("${list.trim()}")).flatMap(({ keys }) => keys).join());`;
  assert.equal(inAnotherProcess(read, { COOKIE_KEYS: newKey() }), "ABCDEFGH12");
});

test("a link names its key by an id from which the key cannot be derived", () => {
  const key = newKey();
  for (const link of sealed({ LINK_KEYS: key })) {
    const header = Buffer.from(link.split(".")[0] ?? "", "base64url").toString("utf8");
    const { kid } = JSON.parse(header);
    assert.match(kid, /^[\w-]{8}$/);
    assert.equal(key.includes(kid), false);
  }
});
