import type { Statement } from "./statement.ts";
import { ADMISSION_STATEMENTS } from "./statements/admissions.ts";
import { CART_STATEMENTS } from "./statements/carts.ts";
import { CATALOGUE_LIST_STATEMENTS } from "./statements/catalogue-lists.ts";
import { DOOR_STATEMENTS } from "./statements/door.ts";
import { ERROR_STATEMENTS } from "./statements/errors.ts";
import { EVENT_STATEMENTS } from "./statements/events.ts";
import { MANAGEMENT_STATEMENTS } from "./statements/management.ts";
import { OFFERING_STATEMENTS } from "./statements/offerings.ts";
import { PAYMENT_STATEMENTS } from "./statements/payments.ts";
import { REFUND_STATEMENTS } from "./statements/refunds.ts";
import { RESERVATION_CALL_STATEMENTS } from "./statements/reservation-calls.ts";
import { RESERVATION_LOCK_STATEMENTS } from "./statements/reservation-locks.ts";
import { RESERVATION_REFUSAL_STATEMENTS } from "./statements/reservation-refusals.ts";
import { RESERVATION_STATEMENTS } from "./statements/reservations.ts";
import { SALE_STATEMENTS } from "./statements/sales.ts";
import { SHAPE_STATEMENTS } from "./statements/shapes.ts";
import { STATE_STATEMENTS } from "./statements/states.ts";
import { TRANSPORT_STATEMENTS } from "./statements/transport.ts";
import { WAITING_LIST_STATEMENTS } from "./statements/waiting-list.ts";

/** Every statement of the interface, in the order in which they are checked and printed. */
export const STATEMENTS: readonly Statement[] = [
  TRANSPORT_STATEMENTS,
  ERROR_STATEMENTS,
  STATE_STATEMENTS,
  RESERVATION_STATEMENTS,
  RESERVATION_CALL_STATEMENTS,
  RESERVATION_REFUSAL_STATEMENTS,
  RESERVATION_LOCK_STATEMENTS,
  CART_STATEMENTS,
  PAYMENT_STATEMENTS,
  SALE_STATEMENTS,
  ADMISSION_STATEMENTS,
  DOOR_STATEMENTS,
  REFUND_STATEMENTS,
  WAITING_LIST_STATEMENTS,
  CATALOGUE_LIST_STATEMENTS,
  EVENT_STATEMENTS,
  OFFERING_STATEMENTS,
  MANAGEMENT_STATEMENTS,
  SHAPE_STATEMENTS,
].flat();
