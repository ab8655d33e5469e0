import type { Mutant } from "./mutant.ts";

/** The storefront in front of a service without the interface's extensions. */
export const OTHER_SERVICE_MUTANTS: readonly Mutant[] = [
  {
    name: "other service: a missing call is sent again with every page",
    breaks: "a call that the service does not have is sent once in five minutes",
    file: "lib/ticketing/client/extension.ts",
    text: "  if (answer === undefined) recordMissing(call.name);\n",
    becomes: "",
    red: { file: "lib/ticketing/client/extension.test.ts", test: "sends a call that the service does not have once" },
  },
  {
    name: "other service: an unknown event switches quotes off for all visitors",
    breaks: "a visitor's input does not decide what the service has",
    file: "lib/ticketing/codes.ts",
    text: "MISSING_STATUSES.includes(status) && !isRefused",
    becomes: "MISSING_STATUSES.includes(status)",
    red: {
      file: "lib/ticketing/client/extension.test.ts",
      test: "returns no quote for an unknown event, and quotes the next one",
    },
  },
  {
    name: "other service: dates are read of every event",
    breaks: "a page makes a bounded number of requests",
    file: "lib/catalogue/season.ts",
    text: "    .slice(0, EVENTS_WITH_DATES_MAX);",
    becomes: ";",
    red: {
      file: "lib/catalogue/season.test.ts",
      test: "reads the dates of the next 100 events, and knows the first and last date of the others",
    },
  },
  {
    name: "other service: a run is found on the days between its dates",
    breaks: "the calendar and the search name only days with a performance",
    file: "lib/domain/catalogue/season.ts",
    text: "|| dates.some(({ startsAt }) => isInRange(startsAt)))",
    becomes: "|| (dayOf(event, event.firstDate ?? '9999') <= to && dayOf(event, event.lastDate ?? '0') >= from))",
    red: {
      file: "lib/domain/catalogue/season.test.ts",
      test: "filters by day in the venue's time zone, venue, tag and group",
    },
  },
  {
    name: "other service: the cart has no names where references are links",
    breaks: "the cart names each ticket",
    file: "lib/ticketing/carts.ts",
    text: "return found && withNames(found);",
    becomes: "return found;",
    red: { file: "lib/ticketing/linked-names.test.ts", test: "reads the names behind links once" },
  },
  {
    name: "other service: the list shows a sold-out event as on sale",
    breaks: "P11",
    file: "lib/catalogue/season.ts",
    text: "{ ...event, saleStatus: status.saleStatus } : event,",
    becomes: "event : event,",
    red: {
      file: "lib/catalogue/season.test.ts",
      test: "reads the dates of the next 100 events, and knows the first and last date of the others",
    },
  },
];
