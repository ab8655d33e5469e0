import { BUYER } from "#test/conformance/buyer.ts";
import type { Answer } from "#test/conformance/client.ts";
import { expect, expectStatus } from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import { exact, fieldOf, list } from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement, specification } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const codeOf = (answer: Answer): unknown => fieldOf(answer.body, "errors", 0, "code");

/** Locks a new reservation with more than the usual details. An extension that is refused is not offered. */
async function lockWith({ buyer, write }: Kit, more: object): Promise<undefined> {
  const { key } = await buyer.reserve();
  const answer = await write("POST", `/reservation/${key}/lock`, { ...BUYER, ...more });
  if (answer.status === 400) throw new NotApplicable("extension not offered: the field is refused");
  expectSuccess(answer);
  return undefined;
}

export const RESERVATION_LOCK_STATEMENTS: readonly Statement[] = [
  specification(
    "RES-40",
    "`POST /reservation/{key}/lock` takes `FIRST_NAME` `LAST_NAME` `EMAIL` `PHONE` `OPT_IN` (text `true` or `false`).",
    async ({ buyer, write }) => {
      const { key } = await buyer.reserve();
      expectSuccess(await write("POST", `/reservation/${key}/lock`, BUYER));
      return undefined;
    },
  ),
  extension(
    "RES-41",
    "A lock answers `successful`, `messages`, `errors`, the `status` and `expirySeconds`.",
    async ({ buyer, write }) => {
      const { key } = await buyer.reserve();
      const answer = await write("POST", `/reservation/${key}/lock`, BUYER);
      if (fieldOf(answer.body, "errors") === undefined)
        throw new NotApplicable("extension not offered: another answer");
      expect(exact.verdict.safeParse(answer.body).success, answer, "successful, messages and errors", answer.body);
      expect(fieldOf(answer.body, "status") === "LOCKED", answer, "status LOCKED", fieldOf(answer.body, "status"));
      return undefined;
    },
  ),
  reference("RES-42", "A lock takes each additional field by its name.", async (kit) => {
    const { manager, buyer, write } = kit;
    const { event, eventDates, sections } = await manager.ownEvent();
    const name = "Conformance question";
    const asked = { event, name, label: name, inputType: "TEXT", askedOf: "BUYER" };
    const question = await manager.create("/additionalField", asked);
    try {
      const price = { price: 45, fee: 0, name: "Asked" };
      const ticketType = await manager.create("/ticketType", {
        ...price,
        eventDate: eventDates[0],
        venueSection: sections.floor,
      });
      const { key } = await buyer.reserve({ event, tickets: [{ ticketType, quantity: 1 }] });
      expectSuccess(await write("POST", `/reservation/${key}/lock`, { ...BUYER, [name]: "An answer" }));
      const answer = await kit.get(`/payment/${key}`);
      const isKept = answer.text.includes("An answer");
      expect(isKept, answer, "the answer to the question in the sale", answer.body);
    } finally {
      await write("PUT", `/additionalField/${question}/enable/false`);
    }
    return undefined;
  }),
  extension("RES-43", "A lock takes `LANGUAGE` and `orderLink`.", async (kit) =>
    lockWith(kit, { LANGUAGE: "en", orderLink: "https://tickets.example/en/sales/conformance" }),
  ),
  extension("RES-44", "A lock takes `POSTCODE`, which `STRICT_V2=1` refuses.", async (kit) =>
    lockWith(kit, { POSTCODE: "7010" }),
  ),
  extension("RES-45", "A lock takes `guests: [{ ticketType, data }]`.", async (kit) => {
    const { manager, buyer, write } = kit;
    const { event, ticketTypes, guestQuestion } = await manager.ownEvent();
    const { key } = await buyer.reserve({ event, tickets: [{ ticketType: ticketTypes.guest, quantity: 1 }] });
    const guests = [{ ticketType: ticketTypes.guest, data: { [guestQuestion]: "An answer" } }];
    const answer = await write("POST", `/reservation/${key}/lock`, { ...BUYER, guests });
    if (answer.status === 400) throw new NotApplicable("extension not offered: the field is refused");
    expectSuccess(answer);
    const sale = await kit.get(`/payment/${key}`);
    const isKept = list.safeParse(fieldOf(sale.body, "guests")).data?.length === 1;
    expect(isKept, sale, "the guest's answers in the sale", fieldOf(sale.body, "guests"));
    return undefined;
  }),
  extension("RES-46", "A lock takes `acceptedTerms: [link]`, the accepted conditions.", async (kit) =>
    lockWith(kit, { acceptedTerms: [] }),
  ),
  extension("RES-47", "A locked or paid cart takes no further reservation: `WRONG_STATE`.", async ({ buyer }) => {
    const { event, ticketType, quantity } = await buyer.place();
    const { cart } = await buyer.reserveAndLock();
    const answer = await buyer.tryReserve({ event, tickets: [{ ticketType, quantity }], multiOrderKey: cart });
    if (!isRefusal(answer)) throw new NotApplicable("extension not offered: the cart takes more");
    expect([undefined, "WRONG_STATE"].includes(codeOf(answer) as never), answer, "WRONG_STATE", codeOf(answer));
    return undefined;
  }),
  extension(
    "RES-48",
    "A lock takes `messages: { address, token }`, where a storefront renders messages to the buyer, and refuses an address of an origin that the operator has not allowed by `messages.address`.",
    async ({ buyer, write }) => {
      const { key } = await buyer.reserve();
      const messages = { address: "https://messages.invalid/api/messages", token: "any" };
      const answer = await write("POST", `/reservation/${key}/lock`, { ...BUYER, messages });
      if (!answer.text.includes("messages.address")) throw new NotApplicable("extension not offered");
      expectStatus(answer, 400);
      return undefined;
    },
  ),
  specification(
    "RES-50",
    "`POST /reservation/{key}/payment` takes `amounts: { CASH: 45.00 }` by method.",
    async ({ buyer, write, get }) => {
      buyer.creditCard("good");
      const { key, cart } = await buyer.reserveAndLock();
      const amounts = { CASH: await buyer.amountOf(cart) };
      const answer = await write("POST", `/reservation/${key}/payment`, { amounts });
      if (answer.status === 403) throw new NotApplicable("this user has no box office: CASH answered 403");
      expectSuccess(answer);
      const sale = await get(`/payment/${key}`);
      const status = fieldOf(sale.body, "status");
      if (status === "CONFIRMED") buyer.notePaid(key);
      expect(["CONFIRMED", "PROCESSING"].includes(String(status)), sale, "CONFIRMED", status);
      return undefined;
    },
  ),
  extension("RES-51", "`CASH` needs the box office.", async ({ buyer, write, catalogue }) => {
    const capabilities = JSON.stringify(fieldOf((await catalogue.login()).body, "sellCapabilities") ?? []);
    if (capabilities.includes("BOX_OFFICE"))
      throw new NotApplicable("this user has the box office; run as one who has not");
    const { key, cart } = await buyer.reserveAndLock();
    const amounts = { CASH: await buyer.amountOf(cart) };
    expectStatus(await write("POST", `/reservation/${key}/payment`, { amounts }), 403);
    return undefined;
  }),
  extension(
    "RES-53",
    "A reservation lasts 15 minutes.",
    notCheckable("the operator of a service sets the time; RES-20 checks that there is one"),
  ),
];
