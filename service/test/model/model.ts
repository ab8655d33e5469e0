// A model of stock and sales without a database, small enough to verify by reading.

export type ModelState = "RESERVED" | "LOCKED" | "PROCESSING" | "CONFIRMED" | "RELEASED" | "EXPIRED";

/** A ticket of a paid sale by its type. A refund whose answer was lost is under way. */
export type ModelTicket = { readonly type: 0 | 1; state: "valid" | "under way" | "returned" };

export type ModelSale = {
  readonly quantities: readonly [number, number];
  /** The tickets once it is paid, in the order of their ids. */
  tickets: readonly ModelTicket[];
  state: ModelState;
  holds: boolean;
  lapsed: boolean;
};

/** One section for both ticket types, and a maximum of its own for the first. */
export const SECTION = 6;
export const MAXIMUM = 3;

export type Model = { readonly sales: ModelSale[]; captures: number; refunded: number };

export type PayEnd = "good" | "declined" | "lost";
export type RefundEnd = "refunded" | "refused" | "lost" | "not_known";

export function newModel(): Model {
  return { sales: [], captures: 0, refunded: 0 };
}

/** Returns the places taken, reserved and sold alike. */
export function taken(model: Model): readonly [section: number, first: number] {
  const holding = model.sales.filter(({ holds }) => holds);
  const first = holding.reduce((sum, sale) => sum + held(sale, 0), 0);
  return [holding.reduce((sum, sale) => sum + held(sale, 1), first), first];
}

/** A place comes back when its refund is certain. */
function held({ quantities, tickets }: ModelSale, type: 0 | 1): number {
  return quantities[type] - tickets.filter((ticket) => ticket.type === type && ticket.state === "returned").length;
}

export function reserve(model: Model, quantities: readonly [number, number]): boolean {
  if (!fits(model, quantities)) sweep(model);
  if (!fits(model, quantities)) return false;
  model.sales.push({ quantities, tickets: [], state: "RESERVED", holds: true, lapsed: false });
  return true;
}

export function lock(sale: ModelSale): string {
  const refusal = heldRefusal(sale);
  if (refusal === undefined) sale.state = "LOCKED";
  return refusal ?? "ok";
}

export function unlock(sale: ModelSale): string {
  const refusal = heldRefusal(sale);
  if (refusal === undefined) sale.state = "RESERVED";
  return refusal ?? "ok";
}

export function extend(sale: ModelSale): string {
  return heldRefusal(sale) ?? "ok";
}

export function release(sale: ModelSale): string {
  if (isUnpaid(sale)) {
    sale.state = "RELEASED";
    sale.holds = false;
    return "ok";
  }
  return sale.state === "RELEASED" || sale.state === "EXPIRED" ? "no_such_reservation" : "wrong_state";
}

/** Lets a reservation expire now. */
export function lapse(sale: ModelSale): void {
  if (isUnpaid(sale)) sale.lapsed = true;
}

export function sweep(model: Model): void {
  for (const sale of model.sales) if (isUnpaid(sale) && sale.lapsed) sale.holds = false;
}

/** Moves a sale past its grace period and sweeps it. */
export function forget(model: Model, sale: ModelSale): void {
  lapse(sale);
  sweep(model);
  if (isUnpaid(sale)) sale.state = "EXPIRED";
}

export function pay(model: Model, sale: ModelSale, end: PayEnd): string {
  if (sale.state === "RELEASED" || sale.state === "EXPIRED") return "NO_SALES";
  if (sale.state !== "LOCKED") return "WRONG_STATE";
  if (!sale.holds) {
    if (!fits(model, sale.quantities)) sweep(model);
    if (!fits(model, sale.quantities)) return "WRONG_STATE";
    sale.holds = true;
  }
  if (end === "declined") return "REFUSED";
  if (end === "lost") {
    sale.state = "PROCESSING";
    return "not_known";
  }
  confirm(model, sale);
  return "SUCCESS";
}

export function settle(model: Model): void {
  for (const sale of model.sales) {
    if (sale.state === "PROCESSING") confirm(model, sale);
  }
}

function confirm(model: Model, sale: ModelSale): void {
  sale.state = "CONFIRMED";
  sale.tickets = ([0, 1] as const).flatMap((type) =>
    Array.from({ length: sale.quantities[type] }, (): ModelTicket => ({ type, state: "valid" })),
  );
  model.captures += 1;
}

/** Refunds the first valid ticket, or all. */
export function refund(model: Model, sale: ModelSale, how: "one" | "all", end: RefundEnd): string {
  if (sale.state === "RELEASED" || sale.state === "EXPIRED") return "no_such_thing";
  if (sale.state !== "CONFIRMED") return "not_paid";
  const valid = sale.tickets.filter(({ state }) => state === "valid").slice(0, how === "one" ? 1 : undefined);
  if (valid.length === 0) return "returned_already";
  if (end === "refused") return "REFUSED";
  for (const ticket of valid) ticket.state = end === "refunded" ? "returned" : "under way";
  if (end !== "refunded") return "STARTED";
  model.refunded += valid.length;
  return "REFUNDED";
}

export function settleRefunds(model: Model): void {
  for (const ticket of model.sales.flatMap(({ tickets }) => tickets)) {
    if (ticket.state !== "under way") continue;
    ticket.state = "returned";
    model.refunded += 1;
  }
}

function fits(model: Model, [first, second]: readonly [number, number]): boolean {
  const [section, own] = taken(model);
  return section + first + second <= SECTION && own + first <= MAXIMUM;
}

function isUnpaid({ state }: ModelSale): boolean {
  return state === "RESERVED" || state === "LOCKED";
}

function heldRefusal(sale: ModelSale): string | undefined {
  if (sale.state === "PROCESSING" || sale.state === "CONFIRMED") return "wrong_state";
  if (sale.state === "RELEASED" || sale.state === "EXPIRED" || sale.lapsed || !sale.holds) return "expired";
  return undefined;
}
