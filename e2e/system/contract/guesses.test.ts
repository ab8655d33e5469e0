import assert from "node:assert/strict";
import { test } from "node:test";
import { create, send } from "#e2e/system/contract/put-on-sale.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { createUserToken, getPromoter } from "#lib/ticketing/manage/users.ts";

const USERNAME = `owner-${Date.now()}@foyer.example`;
const PASSWORD = "seven green bottles";
const NETWORK = "203.0.113.0/24";

type Entry = { readonly user: { readonly id: number }; readonly call: string; readonly network: string | null };

test("a promoter signs in at once while strangers in other networks guess, and the audit log says from where", async () => {
  const id = await create("/user", { username: USERNAME, password: PASSWORD, mayManage: true });
  const guesses = Array.from({ length: 6 }, (_, at) =>
    getPromoter(new PromoterCredential(USERNAME, `guess ${at}`, `198.51.${at}.0/24`)),
  );
  const owner = new PromoterCredential(USERNAME, PASSWORD, NETWORK);
  assert.equal((await getPromoter(owner))?.id, id);
  assert.deepEqual(new Set(await Promise.all(guesses)), new Set([undefined]));

  await createUserToken(owner, { scopes: ["MANAGE"], expiresAt: new Date(Date.now() + 60_000) });
  const { account } = (await send("GET", "/user/login")) as { readonly account: { readonly id: number } };
  const log = (await send("GET", `/account/${account.id}/auditLog?pageSize=50`)) as { readonly entries: Entry[] };
  const made = log.entries.find(({ user, call }) => user.id === id && call === "POST /user/token");
  assert.equal(made?.network, NETWORK);
});
