/** A change of the records as a fault would make it, and what the invariants say about it. */
export type Corruption = { readonly what: string; readonly statement: string; readonly violation: RegExp };

const PAID = `SELECT id FROM payment_attempt WHERE state = 'PAID' AND card_minor > 0 ORDER BY id LIMIT 1`;
const SOLD = `SELECT event_id, sale_id FROM payment_attempt_sale WHERE attempt_id = (${PAID})`;

export const CORRUPTIONS: readonly Corruption[] = [
  {
    what: "a place that was taken once too often",
    statement: `UPDATE stock SET taken = taken + 1 WHERE id = (SELECT max(id) FROM stock WHERE taken < capacity)`,
    violation: /reserved and sold/,
  },
  {
    what: "a lost confirmation of a sale",
    statement: `UPDATE sale SET status = 'LOCKED' WHERE (event_id, id) IN (${SOLD})`,
    violation: /is LOCKED and was paid for by 1 attempts/,
  },
  {
    what: "a lost ticket",
    statement: `DELETE FROM admission WHERE id = (
      SELECT min(id) FROM admission WHERE id NOT IN (SELECT admission_id FROM refund_admission))`,
    violation: /tickets for \d places/,
  },
  {
    what: "an attempt that nothing settles",
    statement: `UPDATE payment_attempt SET settled_at = NULL WHERE id = (${PAID})`,
    violation: /is still open/,
  },
  {
    what: "a charge that is not recorded as paid",
    statement: `UPDATE payment_attempt SET state = 'DECLINED' WHERE id = (${PAID})`,
    violation: /is captured and not paid/,
  },
  {
    what: "a charge of another amount",
    statement: `UPDATE payment_attempt SET card_minor = card_minor - 1 WHERE id = (${PAID})`,
    violation: /the ledger keeps/,
  },
  {
    what: "a payment without a charge",
    statement: `UPDATE payment_attempt SET state = 'PAID', card_minor = 1 WHERE id = (
      SELECT min(id) FROM payment_attempt WHERE state = 'DECLINED')`,
    violation: /is paid without a capture/,
  },
  {
    what: "a lost message",
    statement: `DELETE FROM message WHERE key = (SELECT 'tickets ' || id FROM (${PAID}) AS paid)`,
    violation: /has 0 messages with tickets/,
  },
  {
    what: "a voucher with too high a balance",
    statement: `UPDATE voucher SET balance_minor = balance_minor + 1 WHERE balance_minor < initial_minor`,
    violation: /balance \d+, initial/,
  },
];
