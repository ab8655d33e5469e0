import { PROSE } from "./page-prose.ts";
import { PROVING_TESTS } from "./proving-tests.ts";
import type { Section, Statement } from "./statement.ts";
import { ADMISSION_STATEMENTS } from "./statements/admissions.ts";
import { CART_STATEMENTS } from "./statements/carts.ts";
import { CATALOGUE_LIST_STATEMENTS } from "./statements/catalogue-lists.ts";
import { DOOR_STATEMENTS } from "./statements/door.ts";
import { ERROR_STATEMENTS } from "./statements/errors.ts";
import { EVENT_STATEMENTS } from "./statements/events.ts";
import { MANAGEMENT_STATEMENTS } from "./statements/management.ts";
import { OFFERING_STATEMENTS } from "./statements/offerings.ts";
import { PAYMENT_STATEMENTS } from "./statements/payments.ts";
import { PRICE_RULE_STATEMENTS } from "./statements/price-rules.ts";
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

/** The sections in the order of the page, each with its statements. */
const TABLE: readonly (readonly [prefix: string, title: string, statements: readonly Statement[]])[] = [
  ["TRA", "Transport", TRANSPORT_STATEMENTS],
  ["ERR", "Status and error rows", ERROR_STATEMENTS],
  ["STA", "States", STATE_STATEMENTS],
  [
    "RES",
    "Reservation",
    [
      ...RESERVATION_STATEMENTS,
      ...RESERVATION_CALL_STATEMENTS,
      ...RESERVATION_REFUSAL_STATEMENTS,
      ...RESERVATION_LOCK_STATEMENTS,
    ],
  ],
  ["CAR", "Cart", [...CART_STATEMENTS, ...PAYMENT_STATEMENTS]],
  [
    "SAL",
    "Sale and admission",
    [...SALE_STATEMENTS, ...ADMISSION_STATEMENTS, ...DOOR_STATEMENTS, ...REFUND_STATEMENTS],
  ],
  ["WAI", "Waiting list", WAITING_LIST_STATEMENTS],
  ["CAT", "Catalogue, for reading", [...CATALOGUE_LIST_STATEMENTS, ...EVENT_STATEMENTS, ...OFFERING_STATEMENTS]],
  ["MAN", "Management", [...MANAGEMENT_STATEMENTS, ...PRICE_RULE_STATEMENTS]],
  ["SHP", "Shared shapes", SHAPE_STATEMENTS],
];

/** Every statement of the interface, by section: the one table of the conformance kit and of `docs/interface.md`. */
export const SECTIONS: readonly Section[] = TABLE.map(([prefix, title, statements]) => {
  const { before = [], after = [] } = PROSE[prefix] ?? {};
  return { prefix, title, statements, before, after, tests: PROVING_TESTS[prefix] ?? [] };
});

export const STATEMENTS: readonly Statement[] = SECTIONS.flatMap(({ statements }) => statements);
