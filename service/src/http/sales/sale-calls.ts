import type { Call } from "#src/http/call.ts";
import { ADMISSION_CALLS } from "./admissions.ts";
import { CART_CODE_CALLS } from "./cart-codes.ts";
import { CART_CALLS } from "./carts.ts";
import { ORDER_CALLS } from "./orders.ts";
import { QUOTE_CALLS } from "./quote.ts";
import { RECEIPT_CALLS } from "./receipts.ts";
import { RESERVATION_PAYMENT_CALLS } from "./reservation-payment.ts";
import { RESERVATION_CALLS } from "./reservations.ts";

/** From taking tickets to being let in. */
export const SALE_CALLS: readonly Call[] = [
  ...RESERVATION_CALLS,
  ...RESERVATION_PAYMENT_CALLS,
  ...CART_CALLS,
  ...CART_CODE_CALLS,
  ...QUOTE_CALLS,
  ...RECEIPT_CALLS,
  ...ADMISSION_CALLS,
  ...ORDER_CALLS,
];
