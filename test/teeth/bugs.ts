import { ABUSE_BUGS } from "./abuse.ts";
import { ACCESS_BUGS } from "./access.ts";
import { ACCOUNT_BUGS } from "./accounts.ts";
import { BROWSER_BUGS } from "./browser.ts";
import type { Bug } from "./bug.ts";
import { HOLD_BUGS } from "./holds.ts";
import { LEAK_BUGS } from "./leaks.ts";
import { ORDER_BUGS } from "./orders.ts";
import { PAGE_BUGS } from "./pages.ts";
import { PAYMENT_BUGS } from "./payments.ts";
import { PRICING_BUGS } from "./pricing.ts";
import { SESSION_BUGS } from "./sessions.ts";
import { STOREFRONT_BUGS } from "./storefront.ts";

export const BUGS: readonly Bug[] = [
  ...HOLD_BUGS,
  ...PAYMENT_BUGS,
  ...PRICING_BUGS,
  ...ACCOUNT_BUGS,
  ...ACCESS_BUGS,
  ...SESSION_BUGS,
  ...STOREFRONT_BUGS,
  ...PAGE_BUGS,
  ...ABUSE_BUGS,
  ...ORDER_BUGS,
  ...BROWSER_BUGS,
  ...LEAK_BUGS,
];
