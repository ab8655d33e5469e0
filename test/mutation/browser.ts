import type { Mutant } from "./mutant.ts";

/** Bugs that only a test in a browser can see. They share one build, and `says` tells them apart. */
export const BROWSER_MUTANTS: readonly Mutant[] = [
  {
    name: "browser: the order bar counts one ticket of each type",
    breaks: "P50",
    file: "components/picker/order-bar.tsx",
    text: "timesMoney(ticket.price, quantity)",
    becomes: "timesMoney(ticket.price, Math.min(quantity, 1))",
    build: "pages",
    red: {
      file: "e2e/cart/one-total.spec.ts",
      test: "P50, P52: the event page, the cart and the pay button show the same total",
      says: "getByText('$43.00', { exact: true })",
    },
  },
  {
    name: "browser: a refused reservation shows no message",
    breaks: "a refusal names the ticket type and the number left",
    file: "app/[locale]/events/[eventId]/actions.ts",
    text: 'return { ...no(message), shortages, outdatedMessage: t("refusal.refused") };',
    becomes: 'return { ...no(""), shortages };',
    build: "pages",
    red: {
      file: "e2e/checkout/purchase.spec.ts",
      test: "19: names the ticket type that ran out, and keeps the other quantities",
      says: "getByText('Only 1 Concession is left.')",
    },
  },
  {
    name: "browser: the copy of a revoked order link stays on the device",
    breaks: "P26: a revoked link opens nothing",
    file: "public/order-worker.js",
    text: "if (response.status === 404) return wipe();",
    becomes: "if (response.status === 410) return wipe();",
    build: "pages",
    red: {
      file: "e2e/order/offline-copies.spec.ts",
      test: "P26: a revoked link deletes the copy at the next connection",
      says: "toEqual",
    },
  },
  {
    name: "browser: a choice is sent without the buyer's email",
    breaks: "the link of an order alone moves and refunds nothing",
    file: "app/[locale]/sales/[link]/choice/actions.ts",
    text: 'if (!(await isBuyerOf(sales, email))) return { ...again, fieldErrors: { email: tRefund("wrong") } };',
    becomes: "await isBuyerOf(sales, email);",
    build: "pages",
    red: {
      file: "e2e/order/date-choice.spec.ts",
      test: "the mail leads to the dates with places, and the tickets move with their codes",
      says: "That email doesn",
    },
  },
];
