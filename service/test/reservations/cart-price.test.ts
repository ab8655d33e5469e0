import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { foldCode } from "#src/pricing/domain/code.ts";
import { priceCart } from "#src/pricing/domain/engine/price-cart.ts";
import type { PricingRule } from "#src/pricing/domain/engine/rule.ts";
import type { Cart } from "#src/reservations/domain/cart.ts";
import { getCart } from "#src/reservations/use-cases/carts.ts";
import { keepTickets } from "#src/reservations/use-cases/keep-tickets.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { releaseReservation } from "#src/reservations/use-cases/release.ts";
import { setCartCodes } from "#src/reservations/use-cases/set-cart-codes.ts";
import { BUYER, buying, stage } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
test.after(drop);

const CODES = ["", "ORDER", "order nothing", "TICKET ORDER"];

type Step =
  | { readonly kind: "reserve"; readonly event: 0 | 1; readonly quantities: readonly [number, number] }
  | { readonly kind: "release" | "keep" | "forget"; readonly which: number }
  | { readonly kind: "codes"; readonly which: number };

const quantity = fc.integer({ min: 0, max: 3 });
const which = fc.nat({ max: 5 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("reserve" as const),
      event: fc.constantFrom(0 as const, 1 as const),
      quantities: fc.tuple(quantity, quantity).filter(([a, b]) => a + b > 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("release" as const, "keep" as const, "forget" as const), which }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("codes" as const), which }) },
);

/** Creates an account with two events, two rules without a code, and two that a code unlocks. */
async function accountIn(currency: string) {
  const first = await stage(db, { currency, sections: [900], types: [{}, {}], priceMinor: 4999, feeMinor: 251 });
  const second = await stage(db, { currency, sections: [900], types: [{}, {}], priceMinor: 333, feeMinor: 0 });
  const accountId = first.caller.account.id;
  const events = [first.onSale.eventId, second.onSale.eventId] as const;
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [accountId, events[1]]);
  const insert = async (kind: string, off: string, minor: number, code: string, more = "") => {
    const [row] = await db.query<{ id: number }>(
      `INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, ${off}, event_ids,
                             minimum_events, quantity)
       VALUES ($1, $2, $2, $2, true, $3, $4, $5, $6, 2, 3) RETURNING id`,
      [accountId, kind, code !== "", currency, minor, more === "first" ? [events[0]] : events],
    );
    if (code === "") return row?.id ?? 0;
    await db.query(
      `INSERT INTO code (account_id, text, folded, kind, discount_id, maximum_uses) VALUES ($1, $2, $3, 'DISCOUNT', $4, 1)`,
      [accountId, code, foldCode(code), row?.id],
    );
    return row?.id ?? 0;
  };
  const scope = { eventIds: events };
  const rules = {
    festival: await insert("FESTIVAL", "percentage", 1234, ""),
    pack: await insert("MULTIPACK", "percentage", 3333, "", "first"),
    order: await insert("ORDER", "percentage", 777, "ORDER"),
    ticket: await insert("TICKET", "amount_minor", 700, "TICKET"),
  };
  const automatic: readonly PricingRule[] = [
    {
      id: `festivalDiscount:${rules.festival}`,
      name: "FESTIVAL",
      kind: "FESTIVAL",
      scope,
      off: { percentage: 1234 },
      minimumEvents: 2,
      minimumTickets: 1,
    },
    {
      id: `multipack:${rules.pack}`,
      name: "MULTIPACK",
      kind: "MULTIPACK",
      scope: { eventIds: [events[0]] },
      off: { percentage: 3333 },
      quantity: 3,
    },
  ];
  const unlocked: Readonly<Record<string, PricingRule>> = {
    order: {
      id: `discount:${rules.order}`,
      name: "ORDER",
      kind: "ORDER",
      scope,
      off: { percentage: 777 },
      minimumSpendMinor: 0,
    },
    ticket: {
      id: `discount:${rules.ticket}`,
      name: "TICKET",
      kind: "TICKET",
      scope,
      off: { amountMinor: 700 },
      minimumTickets: 1,
    },
  };
  return { first, second, automatic, unlocked };
}

for (const currency of ["JPY", "NZD", "KWD"]) {
  test(`P10: ${currency}: keeps a cart's parts adding up to the price by the rules, after any steps`, async () => {
    const { first, second, automatic, unlocked } = await accountIn(currency);
    const { runtime, caller, pay } = first;
    const at = [first, { ...buying(runtime, { ...second.onSale, caller }) }] as const;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const begun = await first.reserve([1, 0]);
        const { cartKey } = begun;
        const keys = [begun.key];
        let typed = "";
        /** The rules that price the rest since a part was released. */
        let kept: readonly string[] | undefined;
        for (const one of steps) {
          const key = "which" in one ? keys[one.which % Math.max(1, keys.length)] : undefined;
          const before = await getCart(runtime, caller, cartKey);
          const live = before?.sales.some((sale) => sale.key === key) ? before : undefined;
          // Refused once the cart has as many tickets of a type as a buyer may have.
          const reserved = one.kind === "reserve" ? await at[one.event].ask(one.quantities, { cartKey }) : undefined;
          if (reserved?.ok) keys.push(reserved.reservation.key);
          else if (reserved) assert.match(JSON.stringify(reserved), /"code":"OVER_LIMIT"/);
          if (reserved?.ok || (one.kind === "forget" && live)) kept = undefined;
          if ((one.kind === "release" || one.kind === "keep") && live)
            kept ??= live.savings.map(({ ruleId }) => ruleId);
          if (one.kind === "release" && key) await releaseReservation(runtime, caller, key);
          if (one.kind === "keep" && key) await keepTickets(runtime, caller, key, oneFewer(live, key));
          if (one.kind === "forget" && key) await first.lapse(key, 3_600);
          if (one.kind === "codes") {
            const codes = CODES[one.which % CODES.length] ?? "";
            if ((await setCartCodes(runtime, caller, cartKey, codes.split(" ").filter(Boolean))).ok)
              [typed, kept] = [codes, undefined];
          }
          await check(typed.toLowerCase().split(" "));
        }
        for (const key of keys) await releaseReservation(runtime, caller, key);
        await db.query(`UPDATE sale SET expires_at = now() - interval '1 day' WHERE cart_key = $1`, [cartKey]);
        await getCart(runtime, caller, cartKey);

        async function check(codes: readonly string[]) {
          const cart = await getCart(runtime, caller, cartKey);
          if (cart === undefined) return;
          const lines = cart.sales.flatMap(({ eventId, key, lines }) =>
            lines.map((line) => ({
              id: `${key}:${line.ticketTypeId}`,
              eventId,
              eventDateId: line.eventDateId,
              tags: [],
              ticketTypeId: line.ticketTypeId,
              quantity: line.quantity,
              priceMinor: line.price.minor,
              feeMinor: line.fee.minor,
            })),
          );
          const all = [...automatic, ...codes.flatMap((code) => unlocked[code] ?? [])];
          const rules = all.filter(({ id }) => kept?.includes(id) ?? true);
          const expected = priceCart(lines, rules);
          assert.equal(cart.total.minor, expected.totalMinor);
          assert.equal(cart.total.minor, sum(cart.sales.map(({ total }) => total.minor)));
          for (const { total, lines } of cart.sales) {
            const nets = lines.map(({ price, fee, quantity, savings }) => {
              const net = (price.minor + fee.minor) * quantity - sum(savings.map(({ minor }) => minor));
              assert.ok(net >= 0);
              return net;
            });
            assert.equal(total.minor, sum(nets));
          }
          assert.equal(sum(cart.savings.map(({ minor }) => minor)), expected.grossMinor - expected.totalMinor);
          const paid = await pay(cartKey, "0.001");
          const due = paid.kind === "answer" ? paid.answer.amount.minor : undefined;
          assert.equal(due, cart.total.minor);
        }
      }),
      { numRuns: 8 },
    );
    const [uses] = await db.query<{ uses: number }>(
      `SELECT sum(uses)::integer AS uses FROM code WHERE account_id = $1`,
      [caller.account.id],
    );
    assert.deepEqual(uses, { uses: 0 });
  });
}

test("charges the price that was read, also when a rule ends meanwhile", async () => {
  const { first } = await accountIn("AUD");
  const { runtime, caller, reserve, pay } = first;
  const { cartKey } = await reserve([3, 0]);
  const shown = (await getCart(runtime, caller, cartKey))?.total.minor ?? 0;
  assert.equal(shown, 3 * 5250 - 3 * 1750);
  await db.query(`UPDATE discount SET enabled = false WHERE account_id = $1`, [caller.account.id]);
  await lockCart(runtime, caller, { cartKey }, BUYER);
  const paid = await pay(cartKey, `${shown / 100}`);
  assert.equal(paid.kind === "answer" && paid.answer.type, "SUCCESS");
});

/** Returns the tickets of a sale of the cart, less one of each type. */
function oneFewer(cart: Cart | undefined, key: string) {
  const lines = cart?.sales.find((sale) => sale.key === key)?.lines ?? [];
  return lines.map(({ ticketTypeId, quantity }) => ({ ticketTypeId, quantity: quantity - 1 }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
