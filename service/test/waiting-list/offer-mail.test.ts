import assert from "node:assert/strict";
import { test } from "node:test";
import { mailServer } from "#src/notifications/outside/mail-server.ts";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import { messageRuntime, openMail, RENDERER, renderKind, tryOnce } from "#test/notifications/message-stage.ts";
import { soldOut } from "./waiting.ts";

const MINUTE = 60_000;

const { db, catcher } = await openMail();
const runtime = messageRuntime(db, catcher.server);

/** Sells out an event, and returns its steps with those of the mail of an entry's offer. */
async function stageOf(quantities: readonly number[]) {
  const staged = await soldOut(db, quantities);

  /** Waits with an address of its own for each test. */
  async function waitAs(email: string, quantity = 1): Promise<string> {
    const key = await staged.wait(quantity);
    await db.query(`UPDATE waiting_list_entry SET email = $2, renderer = $3 WHERE key = $1`, [
      key,
      email,
      JSON.stringify(RENDERER),
    ]);
    return key;
  }

  /** Returns the id of the message of an entry's last offer. */
  async function messageIdOf(key: string): Promise<string> {
    const [row] = await db.query<{ id: string }>(
      `SELECT id FROM message WHERE kind = 'WAITING_LIST_OFFER' AND details ->> 'entry' = $1 ORDER BY created_at DESC LIMIT 1`,
      [key],
    );
    assert.ok(row, "The entry has no offer.");
    return row.id;
  }

  /** Sets the clock back by which an offer was made. */
  const age = (key: string, minutes: number) =>
    db.query(
      `UPDATE waiting_list_offer offer SET expires_at = expires_at - make_interval(mins => $2),
              mail_until = mail_until - make_interval(mins => $2)
         FROM waiting_list_entry entry
        WHERE entry.event_id = offer.event_id AND entry.id = entry_id AND entry.key = $1 AND offer.state = 'OPEN'`,
      [key, minutes],
    );

  const endOf = async (key: string) => (await staged.entry(key)).offer?.expiresAt.getTime() ?? 0;
  return { ...staged, waitAs, messageIdOf, age, endOf };
}

const minutesFromNow = (time: number) => Math.round((time - Date.now()) / MINUTE);

test("P34: the time of an offer begins when the mail server accepts its mail, not before", async () => {
  const { waitAs, release, messageIdOf, age, endOf, states, sweep } = await stageOf([1]);
  const away = mailServer({ ...catcher.settings, port: 9 });
  const first = await waitAs("late@example.com");
  await release(0);
  const id = await messageIdOf(first);
  assert.equal(await tryOnce({ ...runtime, mailServer: away }, id), "again");
  away.close();
  // Fifty minutes pass, more than an offer lasts.
  await age(first, 50);
  await sweep();
  assert.deepEqual(await states(first), ["OFFERED"]);
  let told = "";
  const render: typeof renderKind = (renderer, request) => {
    told = String(request.details.expiresAt);
    return renderKind(renderer, request);
  };
  assert.equal(await tryOnce({ ...runtime, render }, id), "settled");
  assert.equal((await catcher.messages("late@example.com")).length, 1);
  assert.equal(minutesFromNow(await endOf(first)), 30);
  assert.equal(new Date(await endOf(first)).toISOString(), told);
});

test("an offer that could not be mailed for an hour goes to the next, and the first keeps the place in line", async () => {
  const { waitAs, release, entry, states, lapseMail, sweep, taken } = await stageOf([1, 1]);
  const [first, second] = [await waitAs("unreached@example.com"), await waitAs("next@example.com")];
  await release(0);
  await lapseMail(first);
  assert.deepEqual(await states(first), ["WAITING"]);
  await sweep();
  assert.deepEqual(await states(first, second), ["WAITING", "OFFERED"]);
  assert.equal((await entry(first)).ahead, 0);
  assert.deepEqual(await taken(), [2]);
  // Its turn comes again after an hour.
  await release(1);
  assert.deepEqual(await states(first), ["WAITING"]);
  await db.query(`UPDATE waiting_list_entry SET postponed_until = now() WHERE key = $1`, [first]);
  await sweep();
  assert.deepEqual(await states(first, second), ["OFFERED", "OFFERED"]);
});

test("an offer whose mail is refused for good goes to the next at once", async () => {
  const { waitAs, release, messageIdOf, states, sweep } = await stageOf([1]);
  const [first, second] = [await waitAs("gone@example.com"), await waitAs("after@example.com")];
  await catcher.behave("refuse5xx", "gone@example.com");
  await release(0);
  assert.equal(await tryOnce(runtime, await messageIdOf(first)), "settled");
  await sweep();
  assert.deepEqual(await states(first, second), ["WAITING", "OFFERED"]);
});

test("does not offer a place again and again to an entry that cannot be told: others can buy it", async () => {
  const { waitAs, release, messageIdOf, states, sweep, ask } = await stageOf([1]);
  const only = await waitAs("nowhere@example.com");
  await catcher.behave("refuse5xx", "nowhere@example.com");
  await release(0);
  await tryOnce(runtime, await messageIdOf(only));
  await sweep();
  await sweep();
  assert.deepEqual(await states(only), ["WAITING"]);
  const offers = await db.query(
    `SELECT FROM message WHERE kind = 'WAITING_LIST_OFFER' AND recipient = 'nowhere@example.com'`,
  );
  assert.equal(offers.length, 1);
  assert.ok((await ask([1])).ok);
});

test("sends no mail of an offer that was used, has ended, or waited for its mail for too long", async () => {
  const { waitAs, release, messageIdOf, entry, ask, lapseOffer, states } = await stageOf([1, 1, 1]);
  const used = await waitAs("used@example.com");
  await release(0);
  assert.ok((await ask([1], { waitingListOffer: (await entry(used)).offer?.key ?? "" })).ok);
  const ended = await waitAs("ended@example.com");
  await release(1);
  await lapseOffer(ended);
  const overdue = await waitAs("overdue@example.com");
  await release(2);
  await db.query(`UPDATE waiting_list_offer SET mail_until = now() WHERE key = $1`, [
    (await entry(overdue)).offer?.key,
  ]);
  assert.deepEqual(await states(overdue), ["OFFERED"]);
  for (const key of [used, ended, overdue]) await deliverMessage(runtime, await messageIdOf(key));
  for (const email of ["used@example.com", "ended@example.com", "overdue@example.com"])
    assert.equal((await catcher.messages(email)).length, 0, email);
});

test("an offer lasts as long as a mail says whose acceptance is not known", async () => {
  const { waitAs, release, messageIdOf, age, endOf } = await stageOf([1]);
  const first = await waitAs("unknown@example.com");
  await release(0);
  await age(first, 50);
  await catcher.behave("drop", "unknown@example.com");
  assert.equal(await tryOnce(runtime, await messageIdOf(first)), "again");
  // Ten minutes were left, and the mail that may have arrived says thirty.
  assert.equal(minutesFromNow(await endOf(first)), 30);
});
