import type { Mutant } from "./mutant.ts";

const BUYER = "lib/orders/is-buyer-of.test.ts";
const BOUGHT = "lib/session/bought/bought-orders.test.ts";
const DEVICE = "lib/session/links/device-link.test.ts";
const FIND = "lib/orders/find-orders.test.ts";
const REFUND_ACTION = "app/[locale]/sales/[link]/refund/actions.ts";

/** What a visitor with the link of an order may do, and what its page and Find my tickets disclose. */
export const ORDER_PAGE_MUTANTS: readonly Mutant[] = [
  {
    name: "order page: an email that begins like the buyer's is the buyer's",
    breaks: "only the buyer refunds, changes the address or makes a new link",
    file: "lib/orders/is-buyer-of.ts",
    text: "return normalizeEmail(sale.buyer.email) === normalizeEmail(email);",
    becomes: "return normalizeEmail(sale.buyer.email).startsWith(normalizeEmail(email));",
    red: { file: BUYER, test: "the buyer of an order is who knows its email, in any letter case" },
  },
  {
    name: "order page: an unpaid sale of the cart names the buyer",
    breaks: "only the buyer refunds, changes the address or makes a new link",
    file: "lib/orders/is-buyer-of.ts",
    text: "(paid.length > 0 ? paid : sales).map(",
    becomes: "(paid.length > 0 ? sales : paid).map(",
    red: { file: BUYER, test: "an unpaid sale names no buyer beside a paid one" },
  },
  {
    name: "order page: a device that paid for a part is trusted with the order",
    breaks: "only the device that paid changes the address without the current one",
    file: "lib/session/bought/bought-orders.ts",
    text: "saleKeys.every((key) => keys.includes(key))",
    becomes: "saleKeys.some((key) => keys.includes(key))",
    red: { file: BOUGHT, test: "a device bought an order only when it bought each of its sales" },
  },
  {
    name: "order page: a device that a new link locked out is trusted",
    breaks: "P26",
    file: "lib/session/bought/bought-orders.ts",
    text: "bought.filter((_, at) => !isLost[at])",
    becomes: "bought.filter((_, at) => at < isLost.length)",
    red: { file: BOUGHT, test: "P26: a device that a new link locked out is not the one that paid any more" },
  },
  {
    name: "find tickets: a mailed link opens without an end",
    breaks: "a link that anyone may have asked for ends after a day",
    file: "lib/session/links/found-link.ts",
    text: "{ keys: saleKeys, madeAt: nowMs }, FOUND_SECONDS)",
    becomes: "{ keys: saleKeys, madeAt: nowMs }, 30 * FOUND_SECONDS)",
    red: { file: "lib/session/links/found-link.test.ts", test: "a link of Find my tickets opens for a day" },
  },
  {
    name: "find tickets: a new link made with one that lasts a day lasts another one",
    breaks: "P26",
    file: "lib/session/links/found-link.ts",
    text: "Math.floor((endsAtMs - nowMs) / 1000));",
    becomes: "Math.max(FOUND_SECONDS, endsAtMs / 1e12));",
    red: {
      file: "lib/session/links/found-link.test.ts",
      test: "P26: a link of Find my tickets and the one that replaces it open the order for one day",
    },
  },
  {
    name: "find tickets: the updates of a pass outlive the link that gave it",
    breaks: "P26",
    file: "lib/session/links/pass-token.ts",
    text: "...(exp !== undefined && { endsAtMs: exp * 1000 })",
    becomes: "...(exp !== undefined && { endsAtMs: exp * 2000 })",
    red: {
      file: "app/api/wallet/apple/web-service.test.ts",
      test: "P26: the updates of a pass from a link that lasts a day end with it, also those of a renewed pass",
    },
  },
  {
    name: "removal: a copy of the checkout's cookie still opens a removed order",
    breaks: "P26",
    file: "lib/session/visit/visit.ts",
    text: "areDevicesRevoked(keysOf(data), data.issuedAt ?? 0)",
    becomes: "areDevicesRevoked([], data.issuedAt ?? 0)",
    red: {
      file: DEVICE,
      test: "P26: removing an order from its devices ends their links and checkouts, and no link in mail",
    },
  },
  {
    name: "removal: the links in mail end as well",
    breaks: "the buyer keeps the tickets",
    file: "lib/session/links/sale-link.ts",
    text: "data.isOfDevice ? areDevicesRevoked : areLinksRevoked",
    becomes: "data.isOfDevice ? areDevicesRevoked : areDevicesRevoked",
    red: {
      file: DEVICE,
      test: "P26: removing an order from its devices ends their links and checkouts, and no link in mail",
    },
  },
  {
    name: "new link: the browser that paid keeps the order",
    breaks: "P26",
    file: "lib/state/link-cutoffs.ts",
    text: "[areLinksRevoked(saleKeys, madeAtMs), ",
    becomes: "[areLinksRevoked([], madeAtMs), ",
    red: { file: DEVICE, test: "P26: a new link ends the checkouts that paid the order with its links" },
  },
  {
    name: "find tickets: an address that was asked for before gets another answer",
    breaks: "the answer says nothing of an address",
    file: "lib/orders/find-orders.ts",
    text: 'normalizeEmail(email)))) return "accepted";',
    becomes: 'normalizeEmail(email)))) return "tooMany";',
    red: {
      file: FIND,
      test: "above the limit of an address the answer stays the same, and the service is not asked",
    },
  },
  {
    name: "find tickets: a network asks for any number of addresses",
    breaks: "addresses are not tried out",
    file: "lib/orders/find-orders.ts",
    text: '"findTicketsPerNetwork", network)',
    becomes: '"findTicketsPerNetwork", undefined)',
    red: { file: FIND, test: "a network that asks for many addresses is refused" },
  },
  {
    name: "browser: whoever has the link refunds the tickets",
    breaks: "only the buyer refunds",
    file: REFUND_ACTION,
    text: 'if (!(await isBuyerOf(sales, email))) return { ...again, fieldErrors: { email: t("wrong") } };',
    becomes: "await isBuyerOf(sales, email);",
    build: "pages",
    red: {
      file: "e2e/order/refund.spec.ts",
      test: "refunds a ticket within the policy to the card, once",
      says: "another email refunds nothing",
    },
  },
  {
    name: "browser: another device changes the address without the current one",
    breaks: "only the device that paid changes the address without the current one",
    file: "lib/orders/order-email.ts",
    text: 'if (!isHere && !(await isBuyerOf(sales, currentEmail))) return "wrongCurrent";',
    becomes: "",
    build: "pages",
    red: {
      file: "e2e/order/mail.spec.ts",
      test: "another device needs the current address to change it",
      says: "another email changes nothing",
    },
  },
];
