import type { Db } from "#src/platform/store/db.ts";
import { foldCode } from "#src/pricing/domain/code.ts";
import { type RaceSetting, refusalOf, unexpected, untilAnswered } from "./race-setting.ts";

const USES = 5;

/** Lets many buyers reserve with a code of five uses. Returns the violations, one line each. */
export async function raceForCode(setting: RaceSetting, buyers: number): Promise<readonly string[]> {
  const { db, client } = setting;
  const { eventId, ticketTypeIds, caller } = await setting.putOnSale({ sections: [buyers] });
  const text = `FEW${eventId}`;
  await addLimitedCode(db, caller.account.id, text);
  const body = { event: eventId, tickets: [{ ticketType: ticketTypeIds[0], quantity: 1 }], bookingCode: text };
  const states = await Promise.all(
    Array.from({ length: buyers }, async (_, at) => {
      const answer = await untilAnswered(() => client.ask(at, "POST", "/reservation/", body));
      const [code] = Array.isArray(answer.body.codes) ? answer.body.codes : [];
      return answer.body.successful ? String(code?.result) : refusalOf(answer);
    }),
  );

  const applied = states.filter((state) => state === "APPLIED").length;
  const [code] = await db.query<{ uses: number; cheaper: number }>(
    `SELECT uses, (SELECT count(*)::integer FROM sale WHERE event_id = $2 AND total_minor < 4750) AS cheaper
       FROM code WHERE text = $1`,
    [text, eventId],
  );
  return [
    ...(applied > USES ? [`used too often: ${applied} times of ${USES}`] : []),
    ...(applied < USES ? [`${USES - applied} uses were left over`] : []),
    ...(code?.uses === applied ? [] : [`the counter says ${code?.uses}, and ${applied} have it`]),
    ...(code?.cheaper === applied ? [] : [`${code?.cheaper} orders are cheaper, and ${applied} may be`]),
    ...unexpected("a buyer's state", states, ["APPLIED", "USED_UP"]),
  ];
}

/** Creates a code for 10 off an order, with a limited number of uses. */
async function addLimitedCode(db: Db, accountId: number, text: string): Promise<void> {
  await db.query(
    `WITH rule AS (
       INSERT INTO discount (account_id, kind, name, rule_name, enabled, code_required, currency, amount_minor)
       VALUES ($1, 'ORDER', 'Ten off', 'Ten off', true, true, 'AUD', 1000) RETURNING id)
     INSERT INTO code (account_id, text, folded, kind, discount_id, maximum_uses)
     SELECT $1, $2, $3, 'DISCOUNT', id, $4 FROM rule`,
    [accountId, text, foldCode(text), USES],
  );
}
