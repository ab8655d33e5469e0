import { ALL_DISCOUNT_CALLS } from "#src/http/discounts/discount-calls.ts";
import { getFigures } from "#src/use-cases/get-figures.ts";
import type { PaymentWorld } from "#src/use-cases/payment-world.ts";
import { ACCOUNT_LIST_CALLS } from "./account-lists.ts";
import { ACCOUNT_CALLS } from "./accounts.ts";
import { ADDITIONAL_FIELD_CALLS } from "./additional-fields.ts";
import { CALENDAR_CALLS } from "./calendar.ts";
import type { Call } from "./call.ts";
import { eventDateCalls } from "./event-dates.ts";
import { EVENT_GROUP_CALLS } from "./event-groups.ts";
import { EVENT_CALLS } from "./events.ts";
import { MASTER_TICKET_CALLS } from "./master-tickets.ts";
import { OFFERING_COPY_CALLS } from "./offering-copies.ts";
import { OFFERING_CALLS } from "./offerings.ts";
import { ADMISSION_CALLS } from "./sales/admissions.ts";
import { CART_CODE_CALLS } from "./sales/cart-codes.ts";
import { CART_PAYMENT_CALLS } from "./sales/cart-payment.ts";
import { CART_CALLS } from "./sales/carts.ts";
import { ORDER_CALLS } from "./sales/orders.ts";
import { QUOTE_CALLS } from "./sales/quote.ts";
import { RECEIPT_CALLS } from "./sales/receipts.ts";
import { RESERVATION_PAYMENT_CALLS } from "./sales/reservation-payment.ts";
import { RESERVATION_READ_BACK_CALLS } from "./sales/reservation-read-back.ts";
import { RESERVATION_CALLS } from "./sales/reservations.ts";
import { SEND_EMAIL_CALLS } from "./sales/send-email.ts";
import { ticketTypeCalls } from "./ticket-types.ts";
import { USER_TOKEN_CALLS } from "./user-tokens.ts";
import { USER_CALLS } from "./users.ts";
import { VENUE_CALLS } from "./venues.ts";

/** Every call of the interface. What is not listed here has no route and no place in the OpenAPI document. */
export const CALLS: readonly Call<PaymentWorld>[] = [
  ...USER_CALLS,
  ...USER_TOKEN_CALLS,
  ...ACCOUNT_CALLS,
  ...ACCOUNT_LIST_CALLS,
  ...CALENDAR_CALLS,
  ...VENUE_CALLS,
  ...EVENT_CALLS,
  ...EVENT_GROUP_CALLS,
  ...eventDateCalls(getFigures),
  ...ticketTypeCalls(getFigures),
  ...ADDITIONAL_FIELD_CALLS,
  ...MASTER_TICKET_CALLS,
  ...OFFERING_CALLS,
  ...OFFERING_COPY_CALLS,
  ...ALL_DISCOUNT_CALLS,
  ...RESERVATION_CALLS,
  ...RESERVATION_READ_BACK_CALLS,
  ...RESERVATION_PAYMENT_CALLS,
  ...CART_CALLS,
  ...CART_PAYMENT_CALLS,
  ...CART_CODE_CALLS,
  ...QUOTE_CALLS,
  ...RECEIPT_CALLS,
  ...ADMISSION_CALLS,
  ...ORDER_CALLS,
  ...SEND_EMAIL_CALLS,
];
