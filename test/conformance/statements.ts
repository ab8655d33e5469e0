import type { Statement } from "./statement.ts";
import { ACCOUNT_STATEMENTS } from "./statements/account.ts";
import { ADMISSION_STATEMENTS } from "./statements/admissions.ts";
import { CART_STATEMENTS } from "./statements/carts.ts";
import { CATALOGUE_STATEMENTS } from "./statements/catalogue.ts";
import { LOCK_STATEMENTS } from "./statements/locks.ts";
import { PAYMENT_STATEMENTS } from "./statements/payments.ts";
import { REFUSAL_STATEMENTS } from "./statements/refusals.ts";
import { RESERVATION_STATEMENTS } from "./statements/reservations.ts";
import { SALE_STATEMENTS } from "./statements/sales.ts";
import { TRANSPORT_STATEMENTS } from "./statements/transport.ts";

/** Every statement of the interface, in the order in which they are checked and printed. */
export const STATEMENTS: readonly Statement[] = [
  TRANSPORT_STATEMENTS,
  RESERVATION_STATEMENTS,
  REFUSAL_STATEMENTS,
  LOCK_STATEMENTS,
  CART_STATEMENTS,
  PAYMENT_STATEMENTS,
  SALE_STATEMENTS,
  ADMISSION_STATEMENTS,
  ACCOUNT_STATEMENTS,
  CATALOGUE_STATEMENTS,
].flat();
