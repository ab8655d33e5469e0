import { ACCOUNT_BUGS } from "./accounts.ts";
import type { Bug } from "./bug.ts";
import { HOLD_BUGS } from "./holds.ts";
import { PAGE_BUGS } from "./pages.ts";
import { PAYMENT_BUGS } from "./payments.ts";
import { STOREFRONT_BUGS } from "./storefront.ts";

export const BUGS: readonly Bug[] = [...HOLD_BUGS, ...PAYMENT_BUGS, ...ACCOUNT_BUGS, ...STOREFRONT_BUGS, ...PAGE_BUGS];
