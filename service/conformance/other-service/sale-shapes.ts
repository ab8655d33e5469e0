import { type Answer, bare, idText, linkTo, named, problem, text, time } from "./answers.ts";
import { type Admission, type Sale, totalOf } from "./sales.ts";

/** What happened to one sale of a cart that was paid. A sale that was left out has no type. */
export type PaymentRow = { readonly sale: Sale; readonly type?: "SUCCESS" | "REFUSED"; readonly cents?: number };

/** How a service writes what the interface leaves open about sales. Amounts are in cents. */
export type SaleShapes = {
  readonly amount: (cents: number) => unknown;
  readonly amountDue: (cents: number) => unknown;
  /** The answer to a reservation, and its later reads. */
  readonly reserved: (sale: Sale) => object;
  readonly reservation: (sale: Sale) => object;
  readonly cartSale: (sale: Sale) => object;
  readonly paymentRow: (row: PaymentRow) => object;
  readonly payment: (sale: Sale) => object;
  readonly admission: (sale: Sale, admission: Admission) => object;
  readonly refusedDetails: (message: string) => Answer;
  readonly refusedEmail: (message: string) => Answer;
};

/** The shapes of the reference service's kind, without its extensions. */
export const OPEN_SHAPES: SaleShapes = {
  amount: text,
  amountDue: named,
  reserved: reservationOf,
  reservation: reservationOf,
  cartSale: cartSaleOf,
  paymentRow: ({ sale, type, cents }) => ({
    ...(type && { type }),
    status: sale.state,
    ...(cents !== undefined && { amount: named(cents) }),
    key: sale.key,
  }),
  payment: paymentOf,
  admission: admissionOf,
  refusedDetails: (message) => problem(400, message),
  refusedEmail: (message) => problem(409, message),
};

function reservationOf(sale: Sale) {
  return {
    messages: [],
    expiry: time(new Date(sale.endsAt)),
    invoice: { total: bare(totalOf(sale)) },
    link: linkTo("reservation", sale.key).link,
    multiSaleKey: sale.cartId,
    key: sale.key,
    successful: true,
  };
}

function cartSaleOf(sale: Sale) {
  return {
    items: sale.lines.map(({ type, quantity, price, fee }) => ({
      total: text((price + fee) * quantity),
      fee: text(fee),
      price: text(price),
      quantity,
      eventDate: linkTo("eventDate", type.date.id),
      ticketType: linkTo("ticketType", type.id),
    })),
    total: text(totalOf(sale)),
    event: linkTo("event", sale.event.id),
    status: sale.state,
    key: sale.key,
    id: idText(sale.id),
  };
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
