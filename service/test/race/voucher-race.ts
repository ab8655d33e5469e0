import type { Db } from "#src/platform/store/db.ts";
import { lockOrder, type RaceSetting, unexpected, untilAnswered } from "./race-setting.ts";

/** The number of orders that the voucher's value pays for. */
const PAID = 5;
const PRICE_MINOR = 4_750;

/** So many orders are paid by one voucher at once, which is worth five of them. Returns what is wrong with the result, a line each. */
export async function raceForVoucher(setting: RaceSetting, orders: number): Promise<readonly string[]> {
  const { db, client } = setting;
  const onSale = await setting.putOnSale({ sections: [orders] });
  const code = codeOf(onSale.eventId);
  await insertVoucher(db, onSale.caller.account.id, code);
  const carts = await Promise.all(Array.from({ length: orders }, (_, at) => lockOrder(client, onSale, at)));
  const body = { amount: 47.5, voucher: { code, amount: 47.5 } };
  const answers = await Promise.all(
    carts.map(({ cartKey }, at) => untilAnswered(() => client.ask(at, "POST", `/cart/${cartKey}/payment`, body))),
  );
  const types = answers.map(({ status, body }) => {
    const [error] = Array.isArray(body.errors) ? body.errors : [];
    return status === 200 ? String(body.type) : String(error?.code ?? status);
  });
  const paid = types.filter((type) => type === "SUCCESS").length;
  const [voucher] = await db.query<{ balance: number; moved: number }>(
    `SELECT balance_minor AS balance,
            (SELECT coalesce(-sum(amount_minor), 0)::integer FROM voucher_movement WHERE voucher_id = voucher.id) AS moved
       FROM voucher WHERE code = $1`,
    [code],
  );
  return [
    ...(paid > PAID ? [`overspent: ${paid} orders were paid of ${PAID}`] : []),
    ...(paid < PAID ? [`${PAID - paid} orders were refused that the voucher could pay`] : []),
    ...(voucher?.balance === (PAID - paid) * PRICE_MINOR
      ? []
      : [`the balance is ${voucher?.balance}, ${paid} were paid`]),
    ...(voucher?.moved === paid * PRICE_MINOR ? [] : [`the movements are ${voucher?.moved}, ${paid} were paid`]),
    ...unexpected("a payment's answer", types, ["SUCCESS", "VOUCHER_CHANGED", "VOUCHER_NOT_VALID"]),
  ];
}

/** Returns a code of sixteen characters that no other race uses. */
function codeOf(eventId: number): string {
  return String(eventId).padStart(16, "0");
}

async function insertVoucher(db: Db, accountId: number, code: string): Promise<void> {
  await db.query(
    `INSERT INTO voucher (account_id, code, currency, initial_minor, balance_minor) VALUES ($1, $2, 'AUD', $3, $3)`,
    [accountId, code, PAID * PRICE_MINOR],
  );
}
