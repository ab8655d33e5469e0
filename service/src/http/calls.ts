import { ALL_DISCOUNT_CALLS } from "#src/http/discounts/discount-calls.ts";
import { SALE_CALLS } from "#src/http/sales/sale-calls.ts";
import { ACCOUNT_CALLS } from "./accounts.ts";
import { ADDITIONAL_FIELD_CALLS } from "./additional-fields.ts";
import { CALENDAR_CALLS } from "./calendar.ts";
import type { Call } from "./call.ts";
import { EVENT_DATE_CALLS } from "./event-dates.ts";
import { EVENT_GROUP_CALLS } from "./event-groups.ts";
import { EVENT_CALLS } from "./events.ts";
import { MASTER_TICKET_CALLS } from "./master-tickets.ts";
import { OFFERING_COPY_CALLS } from "./offering-copies.ts";
import { OFFERING_CALLS } from "./offerings.ts";
import { TICKET_TYPE_CALLS } from "./ticket-types.ts";
import { USER_TOKEN_CALLS } from "./user-tokens.ts";
import { USER_CALLS } from "./users.ts";
import { VENUE_CALLS } from "./venues.ts";

/** Every call of the interface. What is not listed here has no route and no place in the OpenAPI document. */
export const CALLS: readonly Call[] = [
  ...USER_CALLS,
  ...USER_TOKEN_CALLS,
  ...ACCOUNT_CALLS,
  ...CALENDAR_CALLS,
  ...VENUE_CALLS,
  ...EVENT_CALLS,
  ...EVENT_GROUP_CALLS,
  ...EVENT_DATE_CALLS,
  ...TICKET_TYPE_CALLS,
  ...ADDITIONAL_FIELD_CALLS,
  ...MASTER_TICKET_CALLS,
  ...OFFERING_CALLS,
  ...OFFERING_COPY_CALLS,
  ...ALL_DISCOUNT_CALLS,
  ...SALE_CALLS,
];
