import { expect, expectShape, expectStatus, requireExtensionStatus, requireOffered } from "#test/conformance/expect.ts";
import { change, createAndRead, THING_NAME } from "#test/conformance/managed-things.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import { FIRST_START } from "#test/conformance/own-event.ts";
import { fieldOf, id, idsOf, numberOf } from "#test/conformance/shapes.ts";
import { extension, reference, type Statement, specification } from "#test/conformance/statement.ts";

export const MANAGEMENT_STATEMENTS: readonly Statement[] = [
  reference("MAN-01", "`POST /event` makes an event at a venue.", async ({ manager, get }) => {
    const { event } = await manager.madeEvent();
    expectStatus(await get(`/event/${event}`), 200);
    return undefined;
  }),
  extension("MAN-02", "A call that creates answers `{ successful: true, id }`.", async ({ manager }) => {
    const { event } = await manager.ownEvent();
    const answer = await manager.post("/offeringCopy", { event, text: THING_NAME }, (copy) =>
      manager.removeAfterCheck(`offeringCopy ${copy}`, `/offeringCopy/${copy}`),
    );
    requireOffered(answer);
    expect(fieldOf(answer.body, "successful") === true, answer, "successful: true", fieldOf(answer.body, "successful"));
    expectShape(answer, id, fieldOf(answer.body, "id"), "id");
    return undefined;
  }),
  extension("MAN-03", "`PUT /event/{id}` changes what it names, and nothing else.", async (kit) => {
    const { event } = await kit.manager.ownEvent();
    const before = fieldOf((await kit.get(`/event/${event}`)).body, "name");
    await change(kit, "event", event, { description: `${THING_NAME}, changed` }, "description");
    const answer = await kit.get(`/event/${event}`);
    expect(fieldOf(answer.body, "name") === before, answer, `the name as before`, fieldOf(answer.body, "name"));
    return undefined;
  }),
  extension(
    "MAN-04",
    "`PUT /event/{id}/publish/{published}` puts an event on sale, and takes it off.",
    async ({ manager, catalogue, get, write }) => {
      const { event } = await manager.ownEvent();
      const listed = async () =>
        idsOf((await get(`/account/${await catalogue.accountId()}/events`)).body).includes(event);
      const off = await write("PUT", `/event/${event}/publish/false`);
      const isListed = await listed();
      expectSuccess(await write("PUT", `/event/${event}/publish/true`));
      expectSuccess(off);
      expect(!isListed, off, "an unpublished event that `events` does not list", isListed);
      return undefined;
    },
  ),
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
  extension("MAN-06", "`PUT /eventDate/{id}` changes a date.", async (kit) =>
    change(kit, "eventDate", (await kit.manager.ownEvent()).eventDates[1], { label: "Conformance" }, "label"),
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
  extension("MAN-08", "`PUT /ticketType/{id}` changes a ticket type.", async (kit) =>
    change(kit, "ticketType", (await kit.manager.ownEvent()).ticketTypes.second, { name: "Adult, changed" }),
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
  extension("MAN-11", "Two dates of an event that overlap have the same configuration.", async ({ manager, write }) => {
    const { event, venue, sections } = await manager.ownEvent();
    const other = { venue, name: "The other section", venueSections: [sections.outside] };
    const venueConfiguration = await manager.create("/venueConfiguration", other);
    const answer = await write("POST", "/eventDate", { event, eventStart: FIRST_START.sent, venueConfiguration });
    expect(isRefusal(answer), answer, "a refusal of an overlapping date", answer.body);
    return undefined;
  }),
  extension("MAN-12", "A ticket type admits once unless `maximumScans` is above 1.", async ({ manager, get }) => {
    const answer = await get(`/ticketType/${(await manager.ownEvent()).ticketTypes.adult}`);
    expect(fieldOf(answer.body, "maximumScans") === 1, answer, "maximumScans 1", fieldOf(answer.body, "maximumScans"));
    return undefined;
  }),
  extension("MAN-20", "Venues: `POST /venue` and `PUT /venue/{id}`, with `mapUrl`.", async (kit) =>
    change(kit, "venue", (await kit.manager.ownEvent()).venue, {
      ...{ name: `${THING_NAME}, a venue`, mapUrl: "https://map.example/" },
    }),
  ),
  extension(
    "MAN-21",
    "Sections: `POST /venueSection` `GET /venueSection/{id}` `PUT /venueSection/{id}`, with `door`.",
    async (kit) =>
      change(kit, "venueSection", (await kit.manager.ownEvent()).sections.outside, {
        name: "Outside, changed",
        door: "Door 2",
      }),
  ),
  extension(
    "MAN-22",
    "Configurations of sections: `POST /venueConfiguration` `GET /venueConfiguration/{id}` `PUT /venueConfiguration/{id}`.",
    async (kit) =>
      change(kit, "venueConfiguration", (await kit.manager.ownEvent()).configuration, {
        name: "Floor and box, changed",
      }),
  ),
  extension(
    "MAN-23",
    "Prototypes of ticket types: `POST /masterTicket` `GET /masterTicket/{id}` `PUT /masterTicket/{id}` `GET /event/{id}/masterTickets`.",
    async (kit) => {
      const { event } = await kit.manager.ownEvent();
      const made = await createAndRead(kit, "masterTicket", { event, name: THING_NAME, price: 45 });
      const answer = await kit.get(`/event/${event}/masterTickets`);
      expectStatus(answer, 200);
      await change(kit, "masterTicket", made, { name: `${THING_NAME}, changed` });
      return undefined;
    },
  ),
  extension(
    "MAN-24",
    "Questions: `POST /additionalField` `GET /additionalField/{id}` `PUT /additionalField/{id}` `PUT /additionalField/{id}/enable/{enabled}` `GET /event/{id}/additionalFields`.",
    async (kit) => {
      const { event } = await kit.manager.ownEvent();
      const body = { event, name: "Another question", label: "Another question", inputType: "TEXT" };
      const made = await createAndRead(kit, "additionalField", body, "enable/false");
      await change(kit, "additionalField", made, { label: "Changed" }, "label");
      expectStatus(await kit.get(`/event/${event}/additionalFields`), 200);
      expectSuccess(await kit.write("PUT", `/additionalField/${made}/enable/false`));
      return undefined;
    },
  ),
  extension(
    "MAN-25",
    "Groups of events: `POST /eventGroup` `PUT /eventGroup/{id}` `PUT /eventGroup/{id}/publish/{published}`.",
    async (kit) => {
      const { event } = await kit.manager.ownEvent();
      const made = await createAndRead(kit, "eventGroup", { name: THING_NAME, events: [event] }, "publish/false");
      await change(kit, "eventGroup", made, { name: `${THING_NAME}, changed` });
      expectSuccess(await kit.write("PUT", `/eventGroup/${made}/publish/false`));
      return undefined;
    },
  ),
  extension(
    "MAN-26",
    "Texts in an offering: `POST /offeringCopy` `GET /offeringCopy/{id}` `PUT /offeringCopy/{id}` `DELETE /offeringCopy/{id}` `GET /event/{id}/offeringCopies`.",
    async (kit) => {
      const { create, ownEvent, removeAfterCheck } = kit.manager;
      const { event } = await ownEvent();
      const made = await create("/offeringCopy", { event, text: THING_NAME }, (id) =>
        removeAfterCheck(`offeringCopy ${id}`, `/offeringCopy/${id}`),
      );
      await change(kit, "offeringCopy", made, { text: `${THING_NAME}, changed` }, "text");
      expectStatus(await kit.get(`/event/${event}/offeringCopies`), 200);
      expectSuccess(await kit.write("DELETE", `/offeringCopy/${made}`));
      requireExtensionStatus(await kit.get(`/offeringCopy/${made}`), 404);
      return undefined;
    },
  ),
];
