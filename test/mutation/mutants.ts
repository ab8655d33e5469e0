import { ABUSE_MUTANTS } from "./abuse.ts";
import { ACCESS_MUTANTS } from "./access.ts";
import { ACCOUNT_MUTANTS } from "./accounts.ts";
import { BROWSER_MUTANTS } from "./browser.ts";
import { CANCELLATION_MUTANTS } from "./cancellations.ts";
import { CARD_LIMIT_MUTANTS } from "./card-limits.ts";
import { EVENT_LIST_MUTANTS } from "./events.ts";
import { FACTS_MUTANTS } from "./facts.ts";
import { LEAK_MUTANTS } from "./leaks.ts";
import { LOG_MUTANTS } from "./logs.ts";
import { MESSAGE_MUTANTS } from "./messages.ts";
import type { Mutant } from "./mutant.ts";
import { ORDER_FILE_MUTANTS } from "./order-files.ts";
import { ORDER_PAGE_MUTANTS } from "./order-pages.ts";
import { ORDER_MUTANTS } from "./orders.ts";
import { OTHER_SERVICE_MUTANTS } from "./other-services.ts";
import { PAGE_CACHE_MUTANTS } from "./page-cache.ts";
import { PAGE_MUTANTS } from "./pages.ts";
import { PAYMENT_MUTANTS } from "./payments.ts";
import { PICTURE_MUTANTS } from "./pictures.ts";
import { PRICING_MUTANTS } from "./pricing.ts";
import { REFUND_MUTANTS } from "./refunds.ts";
import { REMOTE_MUTANTS } from "./remote.ts";
import { RESERVATION_MUTANTS } from "./reservations.ts";
import { SESSION_MUTANTS } from "./sessions.ts";
import { SHARED_TRANSACTION_MUTANTS } from "./shared-transactions.ts";
import { STOREFRONT_MUTANTS } from "./storefront.ts";
import { VOUCHER_MUTANTS } from "./vouchers.ts";
import { WAITING_LIST_MUTANTS } from "./waiting-list.ts";

export const MUTANTS: readonly Mutant[] = [
  ...RESERVATION_MUTANTS,
  ...PAYMENT_MUTANTS,
  ...SHARED_TRANSACTION_MUTANTS,
  ...PICTURE_MUTANTS,
  ...VOUCHER_MUTANTS,
  ...REFUND_MUTANTS,
  ...CANCELLATION_MUTANTS,
  ...EVENT_LIST_MUTANTS,
  ...FACTS_MUTANTS,
  ...WAITING_LIST_MUTANTS,
  ...PRICING_MUTANTS,
  ...ACCOUNT_MUTANTS,
  ...ACCESS_MUTANTS,
  ...SESSION_MUTANTS,
  ...STOREFRONT_MUTANTS,
  ...PAGE_MUTANTS,
  ...PAGE_CACHE_MUTANTS,
  ...LOG_MUTANTS,
  ...OTHER_SERVICE_MUTANTS,
  ...ABUSE_MUTANTS,
  ...CARD_LIMIT_MUTANTS,
  ...ORDER_MUTANTS,
  ...ORDER_FILE_MUTANTS,
  ...ORDER_PAGE_MUTANTS,
  ...BROWSER_MUTANTS,
  ...LEAK_MUTANTS,
  ...REMOTE_MUTANTS,
  ...MESSAGE_MUTANTS,
];
