import type { Section, Statement } from "./statement.ts";
import { ADMISSION_STATEMENTS } from "./statements/admissions.ts";
import { CART_STATEMENTS } from "./statements/carts.ts";
import { CATALOGUE_LIST_STATEMENTS } from "./statements/catalogue-lists.ts";
import { ERROR_STATEMENTS } from "./statements/errors.ts";
import { EVENT_STATEMENTS } from "./statements/events.ts";
import { MANAGEMENT_STATEMENTS } from "./statements/management.ts";
import { OFFERING_STATEMENTS } from "./statements/offerings.ts";
import { PAYMENT_STATEMENTS } from "./statements/payments.ts";
import { PRICE_RULE_STATEMENTS } from "./statements/price-rules.ts";
import { RESERVATION_CALL_STATEMENTS } from "./statements/reservation-calls.ts";
import { RESERVATION_RULE_STATEMENTS } from "./statements/reservation-rules.ts";
import { RESERVATION_STATEMENTS } from "./statements/reservations.ts";
import { SALE_STATEMENTS } from "./statements/sales.ts";
import { SHAPE_STATEMENTS } from "./statements/shapes.ts";
import { STATE_STATEMENTS } from "./statements/states.ts";
import { TRANSPORT_STATEMENTS } from "./statements/transport.ts";

const NONE = { before: "", after: "", tests: [] };

/** Every statement of the interface, by section: the one table of the conformance kit and of `docs/interface.md`. */
export const SECTIONS: readonly Section[] = [
  { ...NONE, prefix: "TRA", title: "Transport", statements: TRANSPORT_STATEMENTS },
  { ...NONE, prefix: "ERR", title: "Status and error rows", statements: ERROR_STATEMENTS },
  { ...NONE, prefix: "STA", title: "States", statements: STATE_STATEMENTS },
  {
    ...NONE,
    prefix: "RES",
    title: "Reservation",
    statements: [...RESERVATION_STATEMENTS, ...RESERVATION_CALL_STATEMENTS, ...RESERVATION_RULE_STATEMENTS],
  },
  { ...NONE, prefix: "CAR", title: "Cart", statements: [...CART_STATEMENTS, ...PAYMENT_STATEMENTS] },
  { ...NONE, prefix: "SAL", title: "Sale and admission", statements: [...SALE_STATEMENTS, ...ADMISSION_STATEMENTS] },
  {
    ...NONE,
    prefix: "CAT",
    title: "Catalogue, for reading",
    statements: [...CATALOGUE_LIST_STATEMENTS, ...EVENT_STATEMENTS, ...OFFERING_STATEMENTS],
  },
  { ...NONE, prefix: "MAN", title: "Management", statements: [...MANAGEMENT_STATEMENTS, ...PRICE_RULE_STATEMENTS] },
  { ...NONE, prefix: "SHP", title: "Shared shapes", statements: SHAPE_STATEMENTS },
];

export const STATEMENTS: readonly Statement[] = SECTIONS.flatMap(({ statements }) => statements);
