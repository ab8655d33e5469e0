import type { Mutant } from "./mutant.ts";

const TESTS = "service/test/waiting-list/waiting-list.test.ts";
const ENTRY_TESTS = "service/test/waiting-list/entries.test.ts";
const MAIL_TESTS = "service/test/waiting-list/offer-mail.test.ts";
const LOCK_TESTS = "service/test/waiting-list/locks.test.ts";
const JOIN = "service/src/reservations/use-cases/waiting-list/join.ts";
const SETTLE = "service/src/reservations/use-cases/waiting-list/settle-offers.ts";
const ENTRIES = "service/src/reservations/store/waiting-list/entries.ts";

/** The waiting list: its line, its offers, and what others may reserve meanwhile. */
export const WAITING_LIST_MUTANTS: readonly Mutant[] = [
  {
    name: "waiting list: a batch takes places in one statement while an entry waits",
    breaks: "only the next in line can reserve returned places",
    file: "service/src/reservations/store/take-batch.ts",
    text: "WHEN stock.waiting_list AND NOT $7::boolean THEN",
    becomes: "WHEN stock.waiting_list AND $7::boolean IS NULL THEN",
    red: { file: TESTS, test: "a list that begins after a reservation has read its terms still comes first" },
  },
  {
    name: "waiting list: a reservation counts places before those who wait get offers",
    breaks: "only the next in line can reserve returned places",
    file: "service/src/reservations/store/terms.ts",
    text: "rows.some(({ waiting_list }) => waiting_list === true)",
    becomes: "false",
    also: [
      {
        file: "service/src/reservations/store/take-batch.ts",
        text: "if (rows.some(({ id, waiting_list }) => waiting_list && taking.includes(id))) throw new WaitingListBegan();",
        becomes: "",
      },
    ],
    red: { file: TESTS, test: "lets a reservation that finds returned places give them to those who wait first" },
  },
  {
    name: "waiting list: a party gets an offer of fewer places than it needs",
    breaks: "a party is never split silently",
    file: "service/src/reservations/domain/waiting-list/plan-offers.ts",
    text: "(section) => placesForParty(section, party.quantity, own));",
    becomes: "(section) => placesForSome(section, party.quantity, own));",
    red: { file: TESTS, test: "passes over a party that does not fit, without splitting it, and keeps its place" },
  },
  {
    name: "waiting list: a large party is passed over for ever",
    breaks: "small parties do not starve a large one",
    file: "service/src/reservations/domain/waiting-list/plan-offers.ts",
    text: "export const PASSED_OVER_MAX = 3;",
    becomes: "export const PASSED_OVER_MAX = 300;",
    red: { file: TESTS, test: "collects places for a party that was passed over three times" },
  },
  {
    name: "waiting list: an expired offer keeps its places",
    breaks: "an offer that is not used goes to the next in line",
    file: SETTLE,
    text: "const ended = await endOffers(tx, eventId, postponed, { dates });",
    becomes: "const ended = await endOffers(tx, eventId, postponed, { dates: [] });",
    red: { file: TESTS, test: "expires an offer back to the next in line" },
  },
  {
    name: "waiting list: an offer has no message",
    breaks: "the message is written in the transaction of its offer",
    file: SETTLE,
    text: "if (entry) await queueOffer(",
    becomes: "if (!entry) await queueOffer(",
    red: { file: TESTS, test: "writes one message for each offer, in its transaction" },
  },
  {
    name: "waiting list: the time of an offer begins before its mail is sent",
    breaks: "P34: an offer does not expire because its mail could not be sent",
    file: SETTLE,
    text: "isOpen ? limits.waitingListMailSeconds :",
    becomes: "isOpen ? limits.waitingListOfferSeconds :",
    red: {
      file: MAIL_TESTS,
      test: "P34: the time of an offer begins when the mail server accepts its mail, not before",
    },
  },
  {
    name: "waiting list: an entry that was not told of its offer loses its place",
    breaks: "the first in line keeps the place when the mail server is down",
    file: "service/src/reservations/store/waiting-list/offers.ts",
    text: "WHEN announced_at IS NULL THEN 'WAITING' ELSE 'EXPIRED' END,",
    becomes: "ELSE 'EXPIRED' END,",
    red: {
      file: MAIL_TESTS,
      test: "an offer that could not be mailed for an hour goes to the next, and the first keeps the place in line",
    },
  },
  {
    name: "waiting list: the places of an offer wait for a mail that was refused for good",
    breaks: "places do not lie idle for a dead address",
    file: "service/src/notifications/use-cases/offer-message.ts",
    text: 'if (state === "DEAD") await',
    becomes: 'if (state === "CANCELLED") await',
    red: { file: MAIL_TESTS, test: "an offer whose mail is refused for good goes to the next at once" },
  },
  {
    name: "waiting list: a used offer keeps its places beside the reservation",
    breaks: "the places of an offer move to its reservation",
    file: "service/src/reservations/store/waiting-list/offers.ts",
    text: "UPDATE stock SET taken = taken - quantity\n",
    becomes: "UPDATE stock SET taken = taken - 0 * quantity\n",
    red: { file: TESTS, test: "gives the places that a reservation with an offer does not take to the next in line" },
  },
  {
    name: "waiting list: more tickets keep the place in line",
    breaks: "a raised quantity moves to the end of the line",
    file: ENTRIES,
    text: "WHEN $3 > quantity AND state = 'WAITING' THEN",
    becomes: "WHEN $3 > 1000 * quantity AND state = 'WAITING' THEN",
    red: { file: ENTRY_TESTS, test: "keeps the place in line for fewer tickets, and gives it up for more" },
  },
  {
    name: "waiting list: a repeated confirmation moves an entry to the end of the line",
    breaks: "a confirmation is idempotent",
    file: ENTRIES,
    text: "WHERE event_id = $1 AND id = $2 AND state = 'UNCONFIRMED'`",
    becomes: "WHERE event_id = $1 AND id = $2`",
    red: { file: ENTRY_TESTS, test: "counts only confirmed entries, in the order of their confirmation" },
  },
  {
    name: "waiting list: an entry gets a message for every try to join",
    breaks: "the messages to one address are limited",
    file: JOIN,
    text: "isTooOften || entry.mails > MAILS_MAX",
    becomes: "isTooOften",
    red: { file: ENTRY_TESTS, test: "answers an address that is on the list like a new one, and limits its messages" },
  },
  {
    name: "waiting list: a mailbox gets messages of any number of lists",
    breaks: "the messages to one address are limited",
    file: JOIN,
    text: "isTooOften || entry.mails > MAILS_MAX",
    becomes: "entry.mails > MAILS_MAX",
    red: {
      file: ENTRY_TESTS,
      test: "one mailbox gets a few messages a day of all lists together, and the answer does not tell",
    },
  },
  {
    name: "waiting list: joining again writes a message at once",
    breaks: "the messages to one address are limited",
    file: ENTRIES,
    text: 'now() - make_interval(secs => $9)";',
    becomes: 'now() - 0 * make_interval(secs => $9)";',
    red: { file: ENTRY_TESTS, test: "writes one message for an address that joins a list twice within ten minutes" },
  },
  {
    name: "waiting list: joining with an address on the list takes another path",
    breaks: "the answer is the same for an address that is on the list and a new one",
    file: JOIN,
    text: "    const mailbox = world.fingerprint(",
    becomes: "    if (entry.key !== key) return;\n    const mailbox = world.fingerprint(",
    red: { file: ENTRY_TESTS, test: "joining runs the same statements for an address on the list and for a new one" },
  },
  {
    name: "waiting list: offers are planned without the locks of their dates",
    breaks: "no place is offered twice",
    file: "service/src/reservations/store/waiting-list/event-stock.ts",
    text: "event_date_id = ANY ($2)) ORDER BY id FOR UPDATE`,",
    becomes: "event_date_id = ANY ($2)) ORDER BY id`,",
    red: {
      file: LOCK_TESTS,
      test: "a confirmation waits for a reservation under way, and offers no place that it takes",
    },
  },
];
