import { bare, refusal } from "./answers.ts";
import { linkOf, plainRef, plainTime } from "./plain-catalogue.ts";
import type { SaleShapes } from "./sale-shapes.ts";
import { type Admission, type Sale, totalOf } from "./sales.ts";

const OUTCOMES = { SUCCESS: "APPROVED", REFUSED: "DECLINED" };

/**
 * Sales as a service writes them that has only the interface and its public reference: amounts are bare numbers, what the reference
 * leaves open has names of its own, and a refusal is 200 with `successful: false`.
 */
export const PLAIN_SHAPES: SaleShapes = {
  amount: bare,
  amountDue: bare,
  reserved: (sale) => ({ ...reservationOf(sale), link: linkOf("reservation", sale.key) }),
  reservation: (sale) => ({ ...reservationOf(sale), link: refOf(sale), layby: false, paymentSchedule: [] }),
  cartSale: (sale) => ({ sale: refOf(sale), rows: rowsOf(sale), due: bare(totalOf(sale)) }),
  paymentRow: ({ sale, type, cents = 0 }) => ({
    sale: refOf(sale),
    outcome: type ? OUTCOMES[type] : "NOT_TRIED",
    charged: type === "SUCCESS" ? bare(cents) : 0,
  }),
  payment: paymentOf,
  admission: admissionOf,
  refusedDetails: refusal,
  refusedEmail: refusal,
};

/** A sale's reference has its key as well. */
const refOf = (sale: Sale) => ({ ...plainRef(sale.id, sale.event.name), key: sale.key });

const rowsOf = ({ lines }: Sale) =>
  lines.map(({ type, quantity, price, fee }) => ({
    label: `${quantity} × ${type.name}`,
    sum: bare((price + fee) * quantity),
  }));

function reservationOf(sale: Sale) {
  return {
    successful: true,
    messages: [],
    key: sale.key,
    multiSaleKey: sale.cartId,
    expiry: plainTime(new Date(sale.endsAt)),
    invoice: { number: `R-${sale.id}`, rows: rowsOf(sale), due: bare(totalOf(sale)) },
  };
}

function paymentOf(sale: Sale) {
  const dates = [...new Set(sale.lines.map(({ type }) => type.date))];
  const [date] = dates;
  return {
    key: sale.key,
    cartId: sale.cartId,
    status: sale.state,
    event: plainRef(sale.event.id, sale.event.name),
    ...(date && dates.length === 1 && { eventDate: plainRef(date.id, sale.event.name) }),
    customer: null,
    totalPrice: bare(totalOf(sale)),
    admissions: sale.admissions.map(({ id, type }) => plainRef(id, type.name)),
    transactions: sale.transactions.map(({ method, cents, at }) => ({
      kind: method,
      sum: bare(cents),
      at: plainTime(at),
    })),
    data: sale.buyer,
    modifed: plainTime(sale.modifiedAt),
    created: plainTime(sale.createdAt),
    tags: [],
  };
}

function admissionOf(sale: Sale, { id, type, admittedAt }: Admission) {
  return {
    id,
    lastName: sale.buyer.LAST_NAME ?? "",
    modified: plainTime(sale.modifiedAt),
    ticketType: plainRef(type.id, type.name),
    price: bare(type.price),
    fee: bare(type.fee),
    reservationStatus: sale.state === "CONFIRMED" ? "CONFIRMED" : "RESERVED",
    ...(admittedAt && { timeAdmitted: plainTime(admittedAt) }),
    entryToken: String(id),
    admissionKey: null,
    data: {},
  };
}
