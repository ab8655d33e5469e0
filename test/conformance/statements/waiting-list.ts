import { expect, expectFields, expectStatus } from "#test/conformance/expect.ts";
import { count, fieldOf, flag } from "#test/conformance/shapes.ts";
import { extension, notCheckable, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const NEEDS_MAIL = "the key of an entry is only in a message to its address";

export const WAITING_LIST_STATEMENTS: readonly Statement[] = [
  extension(
    "WAI-01",
    "`GET /event/{id}/waitingList` and `GET /eventDate/{id}/waitingList` answer `open`, `waiting` (confirmed entries), `maximum` (tickets of one entry) and `offerSeconds`.",
    async ({ buyer, get }) => {
      const { event, eventDate } = await buyer.place();
      const answer = await get(`/event/${event}/waitingList`);
      if ([404, 405, 501].includes(answer.status)) throw new NotApplicable("extension not offered: no waiting list");
      expectStatus(answer, 200);
      const ofDate = await get(`/eventDate/${eventDate}/waitingList`);
      expectStatus(ofDate, 200);
      expectFields(ofDate, ofDate.body, { open: flag, waiting: count, maximum: count, offerSeconds: count }, {});
      return expectFields(answer, answer.body, { open: flag, waiting: count, maximum: count, offerSeconds: count }, {});
    },
  ),
  extension(
    "WAI-02",
    "`POST /event/{id}/waitingList` and `POST /eventDate/{id}/waitingList` with `{ email, quantity, language, messages? }` join, with one answer for every address. While tickets are on sale the code is `NOT_SOLD_OUT`.",
    async ({ buyer, write, writes }) => {
      if (!writes) throw new NotApplicable("it needs --writes: the call may send a mail");
      const { event } = await buyer.place();
      const body = { email: "conformance@example.com", quantity: 1, language: "en" };
      const answer = await write("POST", `/event/${event}/waitingList`, body);
      if ([404, 405, 501].includes(answer.status)) throw new NotApplicable("extension not offered: no waiting list");
      expectStatus(answer, 200);
      const code = fieldOf(answer.body, "errors", 0, "code");
      expect(code === "NOT_SOLD_OUT", answer, "NOT_SOLD_OUT, since the buyer's tickets are on sale", code);
      return undefined;
    },
  ),
  extension(
    "WAI-03",
    "`GET /waitingList/{key}` answers `event`, `eventDate` (of an entry for one date), `quantity`, `state` (`UNCONFIRMED`, `WAITING`, `OFFERED`, `RESERVED`, `EXPIRED`), `ahead`, and while it is `OFFERED` an `offer` with `key`, `quantity`, `expiresAt`, `eventDate`, `venueSection` and the `ticketTypes` that it is for. The offer ends at `expiresAt`, or later as long as its mail is not sent.",
    notCheckable(NEEDS_MAIL),
  ),
  extension(
    "WAI-04",
    "`POST /waitingList/{key}/confirm` puts the entry at the end of the line. `PUT /waitingList/{key}` `{ quantity }` changes it: a lower one keeps the place, a higher one moves it to the end. `DELETE /waitingList/{key}` leaves.",
    notCheckable(NEEDS_MAIL),
  ),
  extension(
    "WAI-05",
    "`POST /reservation` takes `waitingListOffer`, the key of an offer: the reservation gets its places, and the rest goes to the next in line. An offer that has ended is refused with the code `OFFER_ENDED`.",
    async ({ buyer }) => {
      const { event, ticketType, quantity } = await buyer.place();
      const body = { event, tickets: [{ ticketType, quantity }], waitingListOffer: "AAAAAAAAAA" };
      const answer = await buyer.tryReserve(body);
      const code = fieldOf(answer.body, "errors", 0, "code");
      if (code !== "OFFER_ENDED") throw new NotApplicable("extension not offered: the field is refused or ignored");
      return undefined;
    },
  ),
  extension(
    "WAI-06",
    "While a confirmed entry waits for a date, its returned places are reserved for those who wait, in order: others get `SOLD_OUT`, or `NOT_ENOUGH` with the places that fit no waiting party.",
    notCheckable(NEEDS_MAIL),
  ),
];
