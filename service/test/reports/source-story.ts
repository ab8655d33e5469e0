import assert from "node:assert/strict";
import type { Link } from "#src/offering/domain/link.ts";
import { insertedId } from "#src/platform/store/rows.ts";
import { type Ask, at, BUYER, openShop } from "#test/test-app.ts";

export type Row = {
  readonly kind: string;
  readonly link: { readonly id: number; readonly name: string; readonly kind: string } | null;
  readonly ref: string | null;
  readonly utm: object | null;
  readonly embed: string | null;
} & Figures;
export type Figures = {
  readonly opened: number;
  readonly reserved: number;
  readonly orders: number;
  readonly tickets: number;
  readonly revenue: number;
};
export type Report = { readonly currency: string; readonly rows: readonly Row[]; readonly total: Figures };

type On = { readonly event: number; readonly type: number };

/** Opens the service with the steps of a promoter who sells by links. */
export async function openSources(changes: Parameters<typeof openShop>[0] = {}) {
  const testApp = await openShop(changes);
  const { db, accountId, shop, promoter, reserve } = testApp;

  async function addLink(
    ref: string,
    name = ref,
    more: Pick<Partial<Link>, "kind"> & { readonly ended?: boolean } = {},
  ): Promise<number> {
    const [row] = await db.query<{ id: number }>(
      `INSERT INTO link (account_id, ref, name, kind, ended_at) VALUES ($1, $2, $3, $4, CASE WHEN $5 THEN now() END) RETURNING id`,
      [accountId, ref, name, more.kind ?? "LINK", more.ended ?? false],
    );
    return insertedId(row);
  }

  /** Reserves tickets and returns the key of the reservation. */
  async function reserveFrom(on: On, source: object, quantity = 1, ask: Ask = shop): Promise<string> {
    const answered = await reserve(ask, on, quantity, { source, boxOffice: ask === promoter });
    assert.equal(at(answered, "successful"), true, JSON.stringify(answered.body));
    return String(at(answered, "key"));
  }

  /** Sells tickets at 45.00 with a fee of 2.50 and returns the key of the sale. */
  async function sell(on: On, source: object, quantity = 1, ask: Ask = shop): Promise<string> {
    const key = await reserveFrom(on, source, quantity, ask);
    await ask("POST", `/reservation/${key}/lock`, BUYER);
    const paid = await promoter("POST", `/reservation/${key}/payment`, { amounts: { CASH: 47.5 * quantity } });
    assert.equal(at(paid, "type"), "SUCCESS", JSON.stringify(paid.body));
    return key;
  }

  async function report(query = ""): Promise<Report> {
    const answered = await promoter("GET", `/account/${accountId}/sources${query}`);
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    return answered.body as Report;
  }

  return { ...testApp, addLink, reserveFrom, sell, report };
}

/** Returns a row in short: its kind and name, and its figures in the order of the page. */
export function inShort({ kind, ref, embed, utm, ...figures }: Row) {
  return [kind, ref ?? embed ?? utm, ...figuresOf(figures)];
}

export function figuresOf({ opened, reserved, orders, tickets, revenue }: Figures) {
  return [opened, reserved, orders, tickets, revenue];
}

const HOUR_MS = 3_600_000;
/** The hour in which the test began: no test sees the next one begin. */
const BEGUN = Math.floor(Date.now() / HOUR_MS);

/** Returns the beginning of the hour in which the test began, or of one this many hours before. */
export function hour(hoursAgo = 0): string {
  return new Date((BEGUN - hoursAgo) * HOUR_MS).toISOString();
}
