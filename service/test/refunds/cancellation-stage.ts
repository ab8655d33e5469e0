import assert from "node:assert/strict";
import { runRefundJobs } from "#src/payments/use-cases/run-refund-jobs.ts";
import { type Answered, make } from "#test/asking.ts";
import { at, BUYER, CARD, openShop } from "#test/selling.ts";
import { testWorld } from "#test/world.ts";

type On = { readonly event: number; readonly date: number; readonly type: number };

/** Opens a shop with the steps of a manager who cancels dates and events, and the job that refunds their sales. */
export async function cancellationStage() {
  const opened = await openShop();
  const { db, shop, promoter, processor, place, reserve } = opened;
  const world = testWorld(db, { processor });

  /** Locks a cart and pays for it. */
  async function paid(reserved: Answered, amount: number) {
    const cart = String(at(reserved, "multiSaleKey"));
    await shop("POST", `/cart/${cart}/lock`, BUYER);
    const answered = await shop("POST", `/cart/${cart}/payment`, { amount, creditCard: CARD });
    assert.equal(at(answered, "type"), "SUCCESS", JSON.stringify(answered.body));
    return { cart, key: String(at(reserved, "key")) };
  }

  const sell = async (on: Pick<On, "event" | "type">, quantity = 1) =>
    paid(await reserve(shop, on, quantity), quantity * 47.5);

  /** Sells one ticket of each of two dates in one sale. */
  async function sellBoth({ event, type }: On, other: On) {
    const tickets = [type, other.type].map((ticketType) => ({ ticketType, quantity: 1 }));
    return paid(await shop("POST", "/reservation/", { event, tickets }), 95);
  }

  /** Adds a second date to the event, with a ticket type of the same name and section. */
  async function secondDate({ event }: Pick<On, "event">) {
    const date = await make(promoter, "/eventDate", { event, eventStart: "05-12-2099T19:30" });
    const adult = { name: "Adult", eventDate: date, venueSection: place.stalls, price: 45, fee: 2.5 };
    return { event, date, type: await make(promoter, "/ticketType", adult) };
  }

  /** Moves a date into the past, as if it had taken place. */
  async function letPass(date: number): Promise<void> {
    await db.query(
      `UPDATE event_date SET starts_at = now() - interval '3 hours', ends_at = now() - interval '1 hour' WHERE id = $1`,
      [date],
    );
  }

  /** Makes every job due to be looked at, and the sales that wait for another refund. */
  async function makeJobsDue(): Promise<void> {
    await db.query(`UPDATE cancellation SET next_look_at = now() WHERE finished_at IS NULL`);
    await db.query(`UPDATE cancellation_sale SET next_try_at = now() WHERE state = 'OPEN'`);
  }

  async function runJobs(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      while ((await runRefundJobs(world)) > 0);
      await makeJobsDue();
    }
    await runRefundJobs(world);
  }

  /** Returns the state of a job, and the numbers of its sales: all, refunded, refused, open. */
  async function job(id: unknown): Promise<readonly unknown[]> {
    const read = await promoter("GET", `/refundJob/${id}`);
    return ["state", "total", "refunded", "refused", "open"].map((name) => at(read, name));
  }

  /** Returns the messages of a kind about an event, the oldest first. */
  const messages = (kind: string, event: number) =>
    db.query<{ details: object; sales: number }>(
      `SELECT details, cardinality(sale_keys) AS sales FROM message WHERE kind = $1 AND details ->> 'event' = $2::text ORDER BY created_at`,
      [kind, String(event)],
    );

  return {
    ...opened,
    world,
    sell,
    sellBoth,
    secondDate,
    letPass,
    makeJobsDue,
    runJobs,
    job,
    messages,
  };
}
