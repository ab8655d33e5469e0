import { type Answer, NO_SUCH_CALL, ok, problem, refusal } from "./answers.ts";
import type { openPayments } from "./payments.ts";
import type { SaleShapes } from "./sale-shapes.ts";
import { type Admission, RESERVED_MS, type Sale, type Sales, totalOf, type Wanted } from "./sales.ts";
import type { Catalogue } from "./season.ts";
import type { Call, Route } from "./server.ts";

type Parts = {
  readonly catalogue: Catalogue;
  readonly sales: Sales;
  readonly payments: ReturnType<typeof openPayments>;
  readonly shapes: SaleShapes;
  readonly now: () => number;
};

const PER_ORDER_MAX = 20;
const REQUIRED = ["FIRST_NAME", "LAST_NAME", "EMAIL"];

/** The calls of reservations and carts. There is no quote, no extension, and no change of codes. */
export function saleCalls({ catalogue, sales, payments, shapes, now }: Parts): readonly Route[] {
  function reserve({ body }: Call): Answer {
    if (body.event === undefined) return problem(400, "Which event?");
    const event = catalogue.events.get(Number(body.event));
    if (event === undefined) return NO_SUCH_CALL;
    const wanted = wantedOf(body, catalogue);
    if (wanted === undefined) return problem(400, "The tickets cannot be read.");
    if (wanted.some(({ type }) => type.date.event !== event))
      return problem(400, "These tickets are of another event.");
    const count = wanted.reduce((sum, { quantity }) => sum + quantity, 0);
    if (count > PER_ORDER_MAX) return refusal("Too many tickets for one order.");
    const cart = typeof body.multiOrderKey === "string" ? body.multiOrderKey : undefined;
    if (cart !== undefined && !sales.hasCart(cart)) return NO_SUCH_CALL;
    const sale = sales.reserve(event, wanted, cart);
    return sale ? ok(shapes.reserved(sale)) : refusal("Sold out.");
  }

  const withSale = ofSales(sales);
  const withCart =
    (answer: (cartId: string, call: Call) => Answer) =>
    (call: Call, cartId = ""): Answer =>
      sales.hasCart(cartId) ? answer(cartId, call) : NO_SUCH_CALL;

  function lock(unpaid: readonly Sale[], { body }: Call): Answer {
    const texts = Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
    const buyer = Object.fromEntries(texts) as Readonly<Record<string, string>>;
    const questions = unpaid.flatMap(({ event }) => event.questions.filter(({ required }) => required));
    const missing = [...REQUIRED, ...questions.map(({ name }) => name)].filter((name) => !buyer[name]?.trim());
    if (missing.length > 0) return shapes.refusedDetails(`Missing: ${missing.join(", ")}.`);
    if (unpaid.length === 0) return problem(404, "There is no reservation.");
    for (const sale of unpaid) {
      sale.buyer = buyer;
      sales.change(sale, "LOCKED");
    }
    return ok({ successful: true, messages: [] });
  }

  function unlock(unpaid: readonly Sale[]): Answer {
    for (const sale of unpaid) sales.change(sale, "RESERVED");
    return ok({ successful: true });
  }

  const unpaidIn = (cartId: string) => sales.inCart(cartId).filter(({ state }) => state !== "CONFIRMED");

  function cartOf(cartId: string): Answer {
    const inCart = sales.inCart(cartId);
    const total = inCart.reduce((sum, sale) => sum + totalOf(sale), 0);
    const ends = inCart.filter(({ state }) => state !== "CONFIRMED").map(({ endsAt }) => endsAt - now());
    return ok({
      sales: inCart.map(shapes.cartSale),
      expirySeconds: Math.max(0, Math.floor(Math.min(...ends, RESERVED_MS) / 1000)),
      // Goods and services tax of 15 %, which is inside the total.
      gst: shapes.amount(Math.round((total * 3) / 23)),
      total: shapes.amount(total),
      key: cartId,
    });
  }

  return [
    ["POST /reservation", reserve],
    ["GET /reservation/:key", withSale((sale) => ok(shapes.reservation(sale)))],
    ["DELETE /reservation/:key", withSale((sale) => release(sale))],
    ["POST /reservation/:key/lock", withSale((sale, call) => lock([sale], call))],
    ["POST /reservation/:key/payment", withSale((sale, { body }) => payments.payReservation(sale, body))],
    // The interface leaves the shape open: this service answers the bare text.
    ["GET /cart", () => ok(sales.newCart())],
    ["GET /cart/:id", withCart(cartOf)],
    ["POST /cart/:id/lock", withCart((cartId, call) => lock(unpaidIn(cartId), call))],
    ["POST /cart/:id/unlock", withCart((cartId) => unlock(unpaidIn(cartId)))],
    ["POST /cart/:id/payment", withCart((cartId, { body }) => payments.payCart(cartId, body))],
  ];

  function release(sale: Sale): Answer {
    if (sale.state === "CONFIRMED") return problem(409, "This sale is paid.");
    sales.release(sale);
    return ok({});
  }
}

function wantedOf({ tickets }: Call["body"], { ticketTypes }: Catalogue): readonly Wanted[] | undefined {
  if (!Array.isArray(tickets) || tickets.length === 0) return undefined;
  const wanted = tickets.flatMap((row: unknown) => {
    const { ticketType, quantity } = Object(row) as { readonly ticketType?: unknown; readonly quantity?: unknown };
    const type = ticketTypes.get(Number(ticketType));
    return type && typeof quantity === "number" && Number.isInteger(quantity) && quantity > 0
      ? [{ type, quantity }]
      : [];
  });
  return wanted.length === tickets.length ? wanted : undefined;
}

/** Returns a function that answers by the sale whose key a call names. */
const ofSales =
  (sales: Sales) =>
  (answer: (sale: Sale, call: Call) => Answer) =>
  (call: Call, key = ""): Answer => {
    const sale = sales.find(key);
    return sale ? answer(sale, call) : NO_SUCH_CALL;
  };

/** The calls of paid sales and their tickets, with the fields of the interface alone. A QR code contains the id. */
export function admissionCalls(sales: Sales, shapes: SaleShapes): readonly Route[] {
  const withSale = ofSales(sales);
  const withAdmission =
    (answer: (found: { readonly sale: Sale; readonly admission: Admission }) => Answer) =>
    (_call: Call, id = ""): Answer => {
      const found = sales.admissions.get(Number(id));
      return found && sales.find(found.sale.key) ? answer(found) : NO_SUCH_CALL;
    };
  return [
    ["GET /payment/:key", withSale((sale) => ok(shapes.payment(sale)))],
    ["PUT /order/:key/data", withSale(changeData)],
    ["GET /order/:key/sendEmail", withSale((sale) => sendEmail(sale, shapes))],
    ["POST /order/:key/admit", withSale((sale) => admit(sale, sale.admissions))],
    ["GET /admission/:id", withAdmission(({ sale, admission }) => ok(shapes.admission(sale, admission)))],
    ["POST /admission/:id/admit", withAdmission(({ sale, admission }) => admit(sale, [admission]))],
  ];
}

function changeData(sale: Sale, { body }: Call): Answer {
  const texts = Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  sale.buyer = { ...sale.buyer, ...(Object.fromEntries(texts) as Readonly<Record<string, string>>) };
  return ok({});
}

/** Sends the tickets, each time it is called. */
function sendEmail(sale: Sale, { refusedEmail }: SaleShapes): Answer {
  if (sale.state !== "CONFIRMED") return refusedEmail("This sale is not paid.");
  sale.emailsSent += 1;
  return ok({});
}

/** Admits tickets of a paid sale. A ticket that was admitted before is denied. */
function admit({ state }: Sale, admissions: readonly Admission[]): Answer {
  if (state !== "CONFIRMED") return ok({ result: "NOT_CONFIRMED" });
  if (admissions.some(({ admittedAt }) => admittedAt !== undefined)) return ok({ result: "ALREADY_ADMITTED" });
  for (const admission of admissions) admission.admittedAt = new Date();
  return ok({ result: "ADMITTED" });
}
