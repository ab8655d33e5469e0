// A model of stock and sales without a database, small enough to verify by reading.

export type ModelState = "RESERVED" | "LOCKED" | "PROCESSING" | "CONFIRMED" | "RELEASED" | "EXPIRED";

export type ModelSale = {
  readonly quantities: readonly [number, number];
  state: ModelState;
  holds: boolean;
  lapsed: boolean;
};

/** One section for both ticket types, and a maximum of its own for the first. */
export const SECTION = 6;
export const MAXIMUM = 3;

export type Model = { readonly sales: ModelSale[]; captures: number };

export type PayEnd = "good" | "declined" | "lost";

export function newModel(): Model {
  return { sales: [], captures: 0 };
}

/** Returns the places taken, reserved and sold alike. */
export function taken(model: Model): readonly [section: number, first: number] {
  const holding = model.sales.filter(({ holds }) => holds);
  const first = holding.reduce((sum, { quantities }) => sum + quantities[0], 0);
  return [holding.reduce((sum, { quantities }) => sum + quantities[1], first), first];
}

export function reserve(model: Model, quantities: readonly [number, number]): boolean {
  if (!fits(model, quantities)) sweep(model);
  if (!fits(model, quantities)) return false;
  model.sales.push({ quantities, state: "RESERVED", holds: true, lapsed: false });
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
  sale.state = "CONFIRMED";
  model.captures += 1;
  return "SUCCESS";
}

export function settle(model: Model): void {
  for (const sale of model.sales) {
    if (sale.state !== "PROCESSING") continue;
    sale.state = "CONFIRMED";
    model.captures += 1;
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
