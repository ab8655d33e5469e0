import { BUYER } from "#conformance/buyer.ts";
import {
  codeOf,
  count,
  exact,
  expect,
  expectField,
  expectRefusal,
  expectShape,
  expectStatus,
  expectSuccess,
  fieldOf,
  isRefusal,
  list,
  NotApplicable,
  notOffered,
  requireOffered,
} from "#conformance/expect.ts";
import { extension, reference, type Statement, specification } from "#conformance/statement.ts";

/** States that a lock takes more than the usual details. */
const takes = (id: string, what: string, more: object): Statement =>
  extension(id, `A lock takes ${what}.`, async ({ buyer, write }) => {
    const { key } = await buyer.reserve();
    const answer = await write("POST", `/reservation/${key}/lock`, { ...BUYER, ...more });
    if (answer.status === 400) throw notOffered("the field is refused");
    expectSuccess(answer);
  });

export const LOCK_STATEMENTS: readonly Statement[] = [
  specification(
    "RES-40",
    "`POST /reservation/{key}/lock` takes `FIRST_NAME` `LAST_NAME` `EMAIL` `PHONE` `OPT_IN` (text `true` or `false`).",
    async ({ buyer, write }) => {
      const { key } = await buyer.reserve();
      expectSuccess(await write("POST", `/reservation/${key}/lock`, BUYER));
    },
  ),
  extension(
    "RES-41",
    "A lock answers `successful`, `messages`, `errors`, `expirySeconds`, and for a reservation its `status`.",
    async ({ buyer, write }) => {
      const { key, cart } = await buyer.reserve();
      const answer = await write("POST", `/reservation/${key}/lock`, BUYER);
      if (fieldOf(answer.body, "errors") === undefined) throw notOffered("another answer");
      expectField(answer, "status", "LOCKED");
      expectSuccess(await write("POST", `/cart/${cart}/unlock`));
      for (const one of [answer, await write("POST", `/cart/${cart}/lock`, BUYER)]) {
        expectShape(one, exact.verdict, one.body);
        expectShape(one, count, fieldOf(one.body, "expirySeconds"), "expirySeconds");
      }
    },
  ),
  reference("RES-42", "A lock takes each additional field by its name.", async ({ manager, buyer, write, get }) => {
    const { event, eventDates, sections } = await manager.ownEvent();
    const name = "Conformance question";
    const asked = { event, name, label: name, inputType: "TEXT", askedOf: "BUYER" };
    const question = await manager.create("/additionalField", asked);
    try {
      const place = { eventDate: eventDates[0], venueSection: sections.floor };
      const ticketType = await manager.create("/ticketType", { ...place, price: 45, fee: 0, name: "Asked" });
      const { key } = await buyer.reserve({ event, tickets: [{ ticketType, quantity: 1 }] });
      expectSuccess(await write("POST", `/reservation/${key}/lock`, { ...BUYER, [name]: "An answer" }));
      const sale = await get(`/payment/${key}`);
      expect(sale.text.includes("An answer"), sale, "the answer to the question in the sale", sale.body);
    } finally {
      await write("PUT", `/additionalField/${question}/enable/false`);
    }
  }),
  takes("RES-43", "`LANGUAGE` and `orderLink`", {
    LANGUAGE: "en",
    orderLink: "https://tickets.example/en/sales/conformance",
  }),
  takes("RES-44", "`POSTCODE`, which `STRICT_V2=1` refuses", { POSTCODE: "7010" }),
  takes("RES-46", "`acceptedTerms: [link]`, the accepted conditions", { acceptedTerms: [] }),
  extension("RES-45", "A lock takes `guests: [{ ticketType, data }]`.", async ({ manager, buyer, write, get }) => {
    const { event, ticketTypes, guestQuestion } = await manager.ownEvent();
    const { key } = await buyer.reserve({ event, tickets: [{ ticketType: ticketTypes.guest, quantity: 1 }] });
    const guests = [{ ticketType: ticketTypes.guest, data: { [guestQuestion]: "An answer" } }];
    const answer = await write("POST", `/reservation/${key}/lock`, { ...BUYER, guests });
    if (answer.status === 400) throw notOffered("the field is refused");
    expectSuccess(answer);
    const sale = await get(`/payment/${key}`);
    const kept = list.safeParse(fieldOf(sale.body, "guests")).data;
    expect(kept?.length === 1, sale, "the guest's answers in the sale", kept);
  }),
  extension(
    "RES-49",
    '`ONE_NAME: "true"` in a lock: the buyer has one name, sent as `LAST_NAME`, and `FIRST_NAME` may be left out.',
    async ({ buyer, write, get }) => {
      const { key } = await buyer.reserve();
      const { FIRST_NAME: _, ...named } = BUYER;
      const answer = await write("POST", `/reservation/${key}/lock`, { ...named, ONE_NAME: "true" });
      if (answer.status === 400 || isRefusal(answer)) throw notOffered("a first name is required");
      expectSuccess(answer);
      const data = fieldOf((await get(`/payment/${key}`)).body, "data");
      const isOne = fieldOf(data, "LAST_NAME") === BUYER.LAST_NAME && !fieldOf(data, "FIRST_NAME");
      expect(isOne, answer, "the LAST_NAME alone in the sale", data);
    },
  ),
  extension("RES-47", "A locked or paid cart takes no further reservation: `WRONG_STATE`.", async ({ buyer }) => {
    const { event, ticketType } = await buyer.place();
    const { cart } = await buyer.reserveAndLock();
    const answer = await buyer.tryReserve({ event, tickets: [{ ticketType, quantity: 1 }], multiOrderKey: cart });
    if (!isRefusal(answer)) throw notOffered("the cart takes more");
    expect([undefined, "WRONG_STATE"].includes(codeOf(answer) as never), answer, "WRONG_STATE", codeOf(answer));
  }),
  extension(
    "RES-48",
    "A lock takes `messages: { address, token }`, where a storefront renders messages to the buyer, and refuses an address of an origin that the operator has not allowed by `messages.address`.",
    async ({ buyer, write }) => {
      const { key } = await buyer.reserve();
      const messages = { address: "https://messages.invalid/api/messages", token: "any" };
      const answer = await write("POST", `/reservation/${key}/lock`, { ...BUYER, messages });
      if (!answer.text.includes("messages.address")) throw notOffered("the field is ignored");
      expectStatus(answer, 400);
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
      if (fieldOf(sale.body, "status") === "CONFIRMED") buyer.notePaid(key);
      expectField(sale, "status", "CONFIRMED", "PROCESSING");
    },
  ),
  extension("RES-51", "`CASH` needs the box office.", async ({ buyer, write, catalogue }) => {
    const capabilities = JSON.stringify(fieldOf((await catalogue.login()).body, "sellCapabilities") ?? []);
    if (capabilities.includes("BOX_OFFICE"))
      throw new NotApplicable("this user has the box office; run as one who has not");
    const { key, cart } = await buyer.reserveAndLock();
    const amounts = { CASH: await buyer.amountOf(cart) };
    expectStatus(await write("POST", `/reservation/${key}/payment`, { amounts }), 403);
  }),
  reference(
    "CAR-07",
    "`POST /cart/{key}/lock` takes the buyer's details and locks every reserved sale.",
    async (kit) => {
      const { buyer, write, get } = kit;
      const first = await buyer.reserve();
      const second = await buyer.reserve({ multiOrderKey: first.cart });
      expectSuccess(await write("POST", `/cart/${first.cart}/lock`, BUYER));
      for (const made of [first.key, second.key]) expectField(await get(`/payment/${made}`), "status", "LOCKED");
    },
  ),
  reference("CAR-08", "A lock needs `FIRST_NAME`, `LAST_NAME` and `EMAIL`.", async ({ buyer, write }) => {
    const { cart } = await buyer.reserve();
    for (const missing of ["FIRST_NAME", "LAST_NAME", "EMAIL"])
      expectRefusal(
        await write("POST", `/cart/${cart}/lock`, { ...BUYER, [missing]: undefined }),
        `a refusal without ${missing}`,
      );
  }),
  reference(
    "STA-02",
    "A new sale is `RESERVED`; a lock takes it to `LOCKED`, and unlocking, as after a payment that failed, back to `RESERVED`.",
    async ({ buyer, write, get }) => {
      const { key, cart } = await buyer.reserve();
      const expectState = async (state: string) => expectField(await get(`/payment/${key}`), "status", state);
      await expectState("RESERVED");
      expectSuccess(await write("POST", `/cart/${cart}/lock`, BUYER));
      await expectState("LOCKED");
      expectSuccess(await write("POST", `/cart/${cart}/unlock`));
      await expectState("RESERVED");
    },
  ),
  extension(
    "CAR-20",
    "`POST /cart/{key}/extend`: 15 minutes from now, at most 3 hours after the reservation was made; beyond it is `CEILING_REACHED`.",
    async ({ buyer, write }) => {
      const { cart } = await buyer.reserve();
      const answer = await write("POST", `/cart/${cart}/extend`);
      requireOffered(answer);
      expectSuccess(answer);
      expectShape(answer, count, fieldOf(answer.body, "expirySeconds"), "expirySeconds");
    },
  ),
];
