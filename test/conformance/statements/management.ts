import { expect, expectStatus } from "#test/conformance/expect.ts";
import { THING_NAME } from "#test/conformance/managed-things.ts";
import { isRefusal } from "#test/conformance/once.ts";
import { FIRST_START } from "#test/conformance/own-event.ts";
import { fieldOf, numberOf } from "#test/conformance/shapes.ts";
import { reference, type Statement, specification } from "#test/conformance/statement.ts";

export const MANAGEMENT_STATEMENTS: readonly Statement[] = [
  reference("MAN-01", "`POST /event` makes an event at a venue.", async ({ manager, get }) => {
    const { event } = await manager.madeEvent();
    expectStatus(await get(`/event/${event}`), 200);
    return undefined;
  }),
  reference(
    "MAN-05",
    "`POST /eventDate` takes `eventStart` in the venue's wall time, `dd-MM-yyyy'T'HH:mm`.",
    async ({ manager, get }) => {
      const { eventDates } = await manager.ownEvent();
      const answer = await get(`/eventDate/${eventDates[0]}`);
      const start = String(fieldOf(answer.body, "startDate"));
      expect(start.startsWith(FIRST_START.answered), answer, FIRST_START.answered, start);
      return undefined;
    },
  ),
  reference(
    "MAN-07",
    "`POST /ticketType` makes a ticket type of a date in a section, with price and fee.",
    async ({ manager, get }) => {
      const { ticketTypes } = await manager.ownEvent();
      const answer = await get(`/ticketType/${ticketTypes.adult}`);
      const amounts = [numberOf(fieldOf(answer.body, "price")), numberOf(fieldOf(answer.body, "fee"))];
      expect(amounts[0] === 45 && amounts[1] === 2.5, answer, "price 45 and fee 2.50", amounts);
      return undefined;
    },
  ),
  specification(
    "MAN-10",
    "The section of a ticket type lies in its date's configuration, which is the event's unless the date names one.",
    async ({ manager, write }) => {
      const { eventDates, sections } = await manager.ownEvent();
      const body = { name: THING_NAME, eventDate: eventDates[0], venueSection: sections.outside, price: 45 };
      const answer = await write("POST", "/ticketType", body);
      expect(isRefusal(answer), answer, "a refusal of a section outside", answer.body);
      return undefined;
    },
  ),
  reference(
    "MAN-32",
    "Multipacks: `POST /multipack` `GET /multipack/{id}` `PUT /multipack/{id}/enable/{enabled}`.",
    async ({ manager, get }) => {
      // With a code that nobody has, so that it changes no price.
      const body = {
        name: THING_NAME,
        codeRequired: true,
        quantity: 4,
        discountType: "PERCENTAGE",
        discountAmount: 10,
      };
      const made = await manager.create("/multipack", body, (id) =>
        manager.keep(`multipack ${id}, switched off`, `/multipack/${id}/enable/false`),
      );
      const answer = await get(`/multipack/${made}`);
      expectStatus(answer, 200);
      expect(fieldOf(answer.body, "id") === made, answer, `id ${made}`, fieldOf(answer.body, "id"));
      return undefined;
    },
  ),
];
