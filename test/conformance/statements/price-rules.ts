import { expect, expectShape, expectStatus, requireOffered } from "#test/conformance/expect.ts";
import { change, createAndRead, makeToken, readList, THING_NAME } from "#test/conformance/managed-things.ts";
import { expectSuccess } from "#test/conformance/once.ts";
import { amount, fieldOf, list } from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

/** A rule of prices that is never enabled, so that it changes no price. */
function rule(id: string, says: string, thing: string, body: object, ofAccount: string, mark = extension): Statement {
  return mark(id, says, async (kit) => {
    const made = await createAndRead(kit, thing, { name: THING_NAME, codeRequired: true, ...body }, "enable/false");
    await change(kit, thing, made, { name: `${THING_NAME}, changed` });
    const listed = await readList(kit, `/account/${await kit.catalogue.accountId()}/${ofAccount}?pageSize=100`);
    expect(listed.length > 0, await kit.catalogue.login(), `a list of ${ofAccount}`, listed);
    return undefined;
  });
}

export const PRICE_RULE_STATEMENTS: readonly Statement[] = [
  rule(
    "MAN-30",
    "Discounts: `POST /discount` `GET /discount/{id}` `PUT /discount/{id}` `PUT /discount/{id}/enable/{enabled}` `GET /account/{id}/discounts`.",
    "discount",
    { kind: "PER_TICKET", percentage: 10 },
    "discounts",
  ),
  rule(
    "MAN-31",
    "Discounts over several events: `POST /festivalDiscount` `GET /festivalDiscount/{id}` `PUT /festivalDiscount/{id}` `PUT /festivalDiscount/{id}/enable/{enabled}` `GET /account/{id}/festivalDiscounts`.",
    "festivalDiscount",
    { percentage: 10, minimumEvents: 2 },
    "festivalDiscounts",
  ),
  rule(
    "MAN-32",
    "Multipacks: `POST /multipack` `GET /multipack/{id}` `PUT /multipack/{id}/enable/{enabled}`; Foyer's service also has `PUT /multipack/{id}` and `GET /account/{id}/multipacks`.",
    "multipack",
    { quantity: 4, discountType: "PERCENTAGE", discountAmount: 10 },
    "multipacks",
    reference,
  ),
  extension(
    "MAN-33",
    "Codes: `POST /code` `GET /code/{id}` `PUT /code/{id}` `PUT /code/{id}/enable/{enabled}` `GET /account/{id}/codes`.",
    async (kit) => {
      const { event, ticketTypes } = await kit.manager.ownEvent();
      const text = `CONFORMANCE${event}`;
      const body = { text, kind: "BOOKING", ticketTypes: [ticketTypes.limited], enabled: false };
      const made = await createAndRead(kit, "code", body, "enable/false");
      await readList(kit, `/account/${await kit.catalogue.accountId()}/codes`);
      await change(kit, "code", made, { text: `${text}B` }, "text");
      return undefined;
    },
  ),
  extension(
    "MAN-34",
    "Vouchers: `POST /voucher` `GET /voucher/{id}` `PUT /voucher/{id}/enable/{enabled}` `GET /account/{id}/vouchers`.",
    async (kit) => {
      const made = await createAndRead(kit, "voucher", { amount: 10 }, "enable/false");
      const answer = await kit.get(`/voucher/${made}`);
      expectShape(answer, amount, fieldOf(answer.body, "balance"), "balance");
      expectStatus(await kit.get(`/account/${await kit.catalogue.accountId()}/vouchers`), 200);
      expectSuccess(await kit.write("PUT", `/voucher/${made}/enable/false`));
      return undefined;
    },
  ),
  extension(
    "MAN-35",
    "Messages to buyers: `GET /account/{id}/messages` lists those that were given up, or those of another `state`; `POST /message/{id}/retry` sends one again. `GET /account/{id}/deadMessages` counts those that were given up by `error`; `POST /account/{id}/deadMessages/retry` `{ error }` sends them again, without `error` all.",
    async ({ get, write, catalogue }) => {
      const answer = await get(`/account/${await catalogue.accountId()}/messages?state=DEAD`);
      requireOffered(answer);
      expectStatus(answer, 200);
      expectShape(answer, list, fieldOf(answer.body, "messages"), "messages");
      const dead = await get(`/account/${await catalogue.accountId()}/deadMessages`);
      expectStatus(dead, 200);
      expectShape(dead, list, fieldOf(dead.body, "causes"), "causes");
      expectStatus(await write("POST", "/message/00000000-0000-4000-8000-000000000000/retry"), 404);
      return undefined;
    },
  ),
  extension("MAN-40", "An account is changed by `PUT /account/{id}`.", async ({ write, catalogue }) => {
    // An empty change shows that the call exists, and leaves the account as it is.
    const answer = await write("PUT", `/account/${await catalogue.accountId()}`, {});
    requireOffered(answer);
    if (answer.status === 400) return "an empty change is refused";
    expectSuccess(answer);
    return undefined;
  }),
  extension("MAN-41", "Users: `GET /account/{id}/users` lists them.", async (kit) => {
    const users = await readList(kit, `/account/${await kit.catalogue.accountId()}/users`);
    expect(users.length > 0, await kit.catalogue.login(), "a user", users);
    return undefined;
  }),
  extension(
    "MAN-42",
    "`POST /user` makes a user, and `PUT /user/{id}` changes or disables one.",
    notCheckable("a user cannot be removed, so the kit makes none"),
  ),
  extension(
    "MAN-43",
    "Access tokens: `POST /user/token` `GET /user/tokens` `DELETE /user/token/{id}`. A token is shown once.",
    async (kit) => {
      const { get, write } = kit;
      const made = await makeToken(kit);
      requireOffered(made);
      expectStatus(made, 200);
      const token = String(fieldOf(made.body, "token"));
      const list = await get("/user/tokens");
      const removed = await write("DELETE", `/user/token/${fieldOf(made.body, "id")}`);
      expectStatus(list, 200);
      expectStatus(removed, 200);
      if (token === "undefined") throw new NotApplicable("extension not offered: no token in the answer");
      expect(!list.text.includes(token), removed, "a list without the token itself", "the token");
      return undefined;
    },
  ),
];
