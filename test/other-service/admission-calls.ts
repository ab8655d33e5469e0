import type { Call, Route } from "./router.ts";
import { type Admission, type Sale, type Sales, totalOf } from "./sales.ts";
import { type Answer, bare, idText, linkTo, NO_SUCH_CALL, ok, problem, text, time } from "./wire.ts";

/** The calls of paid sales and their tickets, with the fields of the interface alone. A QR code contains the id. */
export function admissionCalls(sales: Sales): readonly Route[] {
  const withSale =
    (answer: (sale: Sale, call: Call) => Answer) =>
    (call: Call, key = ""): Answer => {
      const sale = sales.find(key);
      return sale ? answer(sale, call) : NO_SUCH_CALL;
    };
  const withAdmission =
    (answer: (found: { readonly sale: Sale; readonly admission: Admission }) => Answer) =>
    (_call: Call, id = ""): Answer => {
      const found = sales.admissions.get(Number(id));
      return found && sales.find(found.sale.key) ? answer(found) : NO_SUCH_CALL;
    };
  return [
    ["GET /payment/:key", withSale((sale) => ok(paymentOf(sale)))],
    ["PUT /order/:key/data", withSale(changeData)],
    ["GET /order/:key/sendEmail", withSale(sendEmail)],
    ["POST /order/:key/admit", withSale((sale) => admit(sale, sale.admissions))],
    ["GET /admission/:id", withAdmission(({ sale, admission }) => ok(admissionOf(sale, admission)))],
    ["POST /admission/:id/admit", withAdmission(({ sale, admission }) => admit(sale, [admission]))],
  ];
}

function changeData(sale: Sale, { body }: Call): Answer {
  const texts = Object.entries(body).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  sale.buyer = { ...sale.buyer, ...(Object.fromEntries(texts) as Readonly<Record<string, string>>) };
  return ok({});
}

function sendEmail({ state }: Sale): Answer {
  return state === "CONFIRMED" ? ok({}) : problem(409, "This sale is not paid.");
}

/** Admits tickets of a paid sale. A ticket that was admitted before is denied. */
function admit({ state }: Sale, admissions: readonly Admission[]): Answer {
  if (state !== "CONFIRMED") return ok({ result: "NOT_CONFIRMED" });
  if (admissions.some(({ admittedAt }) => admittedAt !== undefined)) return ok({ result: "ALREADY_ADMITTED" });
  for (const admission of admissions) admission.admittedAt = new Date();
  return ok({ result: "ADMITTED" });
}

function paymentOf(sale: Sale) {
  return {
    tags: [],
    created: time(sale.createdAt),
    // The interface spells it so.
    modifed: time(sale.modifiedAt),
    data: sale.buyer,
    transactions: sale.transactions.map(({ method, cents, at }) => ({
      created: time(at),
      amount: bare(cents),
      method,
    })),
    admissions: sale.admissions.map(({ id }) => linkTo("admission", id)),
    totalPrice: text(totalOf(sale)),
    customer: null,
    event: linkTo("event", sale.event.id),
    status: sale.state,
    cartId: sale.cartId,
    key: sale.key,
  };
}

/** A ticket does not name its event or date: its ticket type leads to both. */
function admissionOf(sale: Sale, { id, type, admittedAt }: Admission) {
  return {
    data: {},
    admissionKey: null,
    entryToken: idText(id),
    ...(admittedAt && { timeAdmitted: time(admittedAt) }),
    customer: null,
    reservationStatus: sale.state === "CONFIRMED" ? "CONFIRMED" : "RESERVED",
    fee: bare(type.fee),
    price: bare(type.price),
    ticketType: linkTo("ticketType", type.id),
    modified: time(sale.modifiedAt),
    lastName: sale.buyer.LAST_NAME ?? "",
    id: idText(id),
  };
}
