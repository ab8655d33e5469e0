import type { Mutant } from "./mutant.ts";

const ORDER = "lib/orders/order.ts";
const ORDER_TEST = "lib/orders/order.test.ts";

/** The lines, savings and totals of carts and receipts. */
export const ORDER_MUTANTS: readonly Mutant[] = [
  {
    name: "receipt: the grand total is that of the first sale",
    breaks: "one receipt with one grand total",
    file: ORDER,
    text: "const total = sales.map(({ sale }) => sale.total).reduce(addMoney, none);",
    becomes: "const total = first.sale.total;",
    red: { file: ORDER_TEST, test: "one receipt has the lines of all events, each saving once, and one grand total" },
  },
  {
    name: "receipt: a saving is listed once for each sale",
    breaks: "a saving is shown once",
    file: ORDER,
    text: "({ rule }) => rule,",
    becomes: "({ rule, amount }) => `${rule} ${amount.minor}`,",
    red: { file: ORDER_TEST, test: "one receipt has the lines of all events, each saving once, and one grand total" },
  },
  {
    name: "cart: lines of two sections are merged",
    breaks: "lines of different sections differ",
    file: "lib/domain/cart/order-lines.ts",
    text: "JSON.stringify([name, section])",
    becomes: "JSON.stringify([name, section && 1])",
    red: {
      file: "lib/domain/cart/order-lines.test.ts",
      test: "types of one name in two sections stay two lines with different labels",
    },
  },
  {
    name: "cart: a code's saving is counted twice",
    breaks: "subtotal, savings and total add up",
    file: "lib/domain/pricing/summary.ts",
    text: "const [answer] = at < 0 ? [] : open.splice(at, 1);",
    becomes: "const [answer] = at < 0 ? [] : open.slice(at, at + 1);",
    red: {
      file: "lib/domain/pricing/summary.test.ts",
      test: "subtotal, each saving once and total add up; a code's saving is the row of its rule",
    },
  },
  {
    name: "undo: a cookie sealed for a visit opens as an Undo",
    breaks: "what is sealed for one purpose opens for no other",
    file: "lib/session/undo/undo.ts",
    text: 'await unseal("undo", text)',
    becomes: 'await unseal("visit", text)',
    red: {
      file: "lib/session/undo/undo.test.ts",
      test: "released tickets are read back unchanged, and from no other sealed text",
    },
  },
];
