import type { Mutant } from "./mutant.ts";

const SALE_ROWS = "service/src/reservations/store/sale-rows.ts";
const RETURN_PLACES = "service/src/stock/store/return-places.ts";

/** Stock, reservations and their expiry. */
export const RESERVATION_MUTANTS: readonly Mutant[] = [
  {
    name: "stock: one place more than the capacity is sold",
    breaks: "P28",
    file: "service/src/reservations/domain/assign-places.ts",
    text: "if ([...needs].every(([stockId, quantity]) => (left.get(stockId) ?? 0) >= quantity)) {",
    becomes: "if ([...needs].every(([stockId, quantity]) => (left.get(stockId) ?? 0) >= quantity - 1)) {",
    red: {
      file: "service/src/reservations/domain/assign-places.test.ts",
      test: "never assigns more places than a row has, and refuses no request that fits in its turn",
    },
  },
  {
    name: "stock: a request that fits one of its rows is accepted",
    breaks: "P29: all or nothing",
    file: "service/src/reservations/domain/assign-places.ts",
    text: "if ([...needs].every((",
    becomes: "if ([...needs].some((",
    red: {
      file: "service/src/reservations/domain/assign-places.test.ts",
      test: "never assigns more places than a row has, and refuses no request that fits in its turn",
    },
  },
  {
    name: "stock: a section's capacity is not checked",
    breaks: "P28",
    file: "service/src/reservations/store/terms.ts",
    text: "row.section_stock_id === null ? NO_STOCK : { stockId: row.section_stock_id, free: row.section_free },",
    becomes: "",
    red: {
      file: "service/test/reservations/reserve.test.ts",
      test: "P28: assigns places to concurrent requests in order of arrival, and refuses each of the others",
    },
  },
  {
    name: "stock: a ticket type's maximum is not checked",
    breaks: "P28",
    file: "service/src/reservations/store/terms.ts",
    text: "...(row.own_stock_id === null ? [] : [{ stockId: row.own_stock_id, free: row.own_free }]),",
    becomes: "",
    red: {
      file: "service/test/reservations/reserve.test.ts",
      test: "P29: takes no place when one ticket type of a reservation is not available",
    },
  },
  {
    name: "stock: reservations of one price in a batch get the tickets of the first",
    breaks: "a reservation has the tickets that were asked for",
    file: "service/src/reservations/store/take-batch.ts",
    text: "const content = [sale.userId, sale.totalMinor, lines, ",
    becomes: "const content = [sale.userId, sale.totalMinor, ",
    red: {
      file: "service/test/reservations/reserve.test.ts",
      test: "writes each reservation of a batch with its own lines, user, total and source",
    },
  },
  {
    name: "stock: the limit of an order counts one request and not the cart",
    breaks: "maximumPerOrder is for the whole order",
    file: "service/src/reservations/use-cases/reserve/reserve-priced.ts",
    text: "countByType(known)",
    becomes: "countByType([])",
    red: {
      file: "service/test/reservations/order-limit.test.ts",
      test: "limits the tickets of one order with a code to the maximum of the type",
    },
  },
  {
    name: "stock: reservations into one cart do not wait for each other",
    breaks: "maximumPerOrder is for the whole order, under concurrency too",
    file: "service/src/reservations/use-cases/reserve/open-cart.ts",
    text: "  await lockCartPrice(tx, accountId, cartKey);\n",
    becomes: "",
    red: {
      file: "service/test/reservations/order-limit.test.ts",
      test: "keeps the order's limit for concurrent reservations into one new cart by two processes, without a code",
    },
  },
  {
    name: "stock: expired places return to the section alone",
    breaks: "P30",
    file: "service/src/stock/store/places.ts",
    text: "AND own.ticket_type_id = lines.ticket_type_id",
    becomes: "AND own.ticket_type_id = -lines.ticket_type_id",
    red: {
      file: "service/test/reservations/sweep.test.ts",
      test: "P30: puts back every place once when more than a chunk expires, and ends sales past their grace period",
    },
  },
  {
    name: "stock: places return twice, on expiry and on release",
    breaks: "P30",
    file: RETURN_PLACES,
    text: "SELECT event_id, id FROM ended WHERE holds_stock",
    becomes: "SELECT event_id, id FROM ended",
    red: {
      file: "service/test/catalogue/availability.test.ts",
      test: "P30: puts back the places of an expired reservation once when it is released too",
    },
  },
  {
    name: "reservations: the time left is calculated by the process's clock",
    breaks: "P42",
    file: "service/src/reservations/store/sales.ts",
    text: "secondsLeft: row.seconds_left,",
    becomes: "secondsLeft: Math.max(0, Math.floor((row.expires_at.getTime() - Date.now()) / 1000)),",
    red: {
      file: "service/test/reservations/wrong-clock.test.ts",
      test: "P42: reserves, extends and sells correctly in a process whose clock is an hour ahead",
    },
  },
  {
    name: "reservations: the process's clock decides whether a sale is open",
    breaks: "P42",
    file: "service/src/reservations/store/terms.ts",
    text: "now: event.now,",
    becomes: "now: new Date(),",
    red: {
      file: "service/test/reservations/wrong-clock.test.ts",
      test: "P42: reserves, extends and sells correctly in a process whose clock is an hour ahead",
    },
  },
  {
    name: "reservations: each extension moves the ceiling",
    breaks: "P48",
    file: SALE_ROWS,
    text: "created_at + make_interval(secs => $4)) AS until",
    becomes: "expires_at + make_interval(secs => $4)) AS until",
    red: {
      file: "service/test/reservations/extend.test.ts",
      test: "P48: extends a reservation repeatedly to its full time from now, up to the ceiling",
    },
  },
  {
    name: "reservations: the sweeper releases places during a payment",
    breaks: "P08",
    file: RETURN_PLACES,
    text: "WHERE status IN ('RESERVED', 'LOCKED') AND holds_stock AND expires_at <= now()",
    becomes: "WHERE status IN ('RESERVED', 'LOCKED', 'PROCESSING') AND holds_stock AND expires_at <= now()",
    red: { file: "service/test/payments/pay.test.ts", test: "P08: does not expire a sale that is being paid for" },
  },
  {
    name: "discounts: an ended discount applies as long as the cart is extended",
    breaks: "a discount that ended keeps its price until the first expiry",
    file: "service/src/reservations/store/cart-prices.ts",
    text: "HAVING min(created_at) <= now() - make_interval(secs => $4)",
    becomes: "HAVING min(expires_at) <= now()",
    red: {
      file: "service/test/payments/ended-discount.test.ts",
      test: "a discount that is switched off keeps its price until the first expiry, and not through extensions",
    },
  },
  {
    name: "codes: a use is not counted",
    breaks: "a code has no more uses than it was given",
    file: "service/src/reservations/use-cases/calculate-cart.ts",
    text: "claimedNow.filter((id) => !claimedBefore.includes(id)),",
    becomes: "[],",
    red: {
      file: "service/test/reservations/limited-codes.test.ts",
      test: "gives a code of five uses to exactly five of fifty concurrent buyers, and reports USED_UP to the others",
    },
  },
  {
    name: "codes: removing a code does not return its use",
    breaks: "a use is counted as long as its tickets are reserved",
    file: "service/src/reservations/use-cases/calculate-cart.ts",
    text: "claimedBefore.filter((id) => !claimedNow.includes(id)),",
    becomes: "[],",
    red: {
      file: "service/test/reservations/limited-codes.test.ts",
      test: "puts back a use when its tickets are released or expire, or the code is removed, and not before",
    },
  },
  {
    name: "codes: each sweep returns a use",
    breaks: "a use is counted as long as its tickets are reserved",
    file: "service/src/reservations/store/cart-codes.ts",
    text: "UPDATE cart_code SET holds_use = false FROM ended",
    becomes: "UPDATE cart_code SET holds_use = holds_use FROM ended",
    red: {
      file: "service/test/reservations/limited-codes.test.ts",
      test: "puts back a use when its tickets are released or expire, or the code is removed, and not before",
    },
  },
  {
    name: "codes: a code is valid at the moment of its end",
    breaks: "validTo is exclusive",
    file: "service/src/pricing/domain/code.ts",
    text: "code.validTo <= now",
    becomes: "code.validTo < now",
    red: { file: "service/src/pricing/domain/code.test.ts", test: "finds a code at its end ENDED" },
  },
  {
    name: "discounts: a discount is in force at the moment of its end",
    breaks: "validTo is exclusive",
    file: "service/src/pricing/domain/discount.ts",
    text: "(validTo && validTo <= now)",
    becomes: "(validTo && validTo < now)",
    red: {
      file: "service/src/pricing/domain/discount.test.ts",
      test: "finds a discount at its end not in force",
    },
  },
];
