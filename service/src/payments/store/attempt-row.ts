import type { Attempt, AttemptState } from "#src/payments/domain/attempt.ts";
import type { PaymentAnswer } from "#src/payments/domain/payment.ts";

export type AttemptRow = {
  id: string;
  cart_key: string;
  amount_minor: number;
  card_minor: number;
  currency: string;
  state: AttemptState;
  fingerprint: string | null;
  card_fingerprint: string | null;
  settled: boolean;
  answer: PaymentAnswer | null;
  overdue: boolean;
  absences: number;
  age_minutes: number;
};

export const ATTEMPT_COLUMNS = `id, cart_key, amount_minor, card_minor, currency, state, fingerprint, card_fingerprint,
  settled_at IS NOT NULL AS settled, answer, absences,
  floor(extract(epoch FROM now() - started_at) / 60)::integer AS age_minutes`;

export function toAttempt({
  amount_minor,
  card_minor,
  currency,
  cart_key,
  fingerprint,
  card_fingerprint,
  answer,
  age_minutes,
  ...row
}: AttemptRow): Attempt {
  return {
    ...row,
    cartKey: cart_key,
    amount: { minor: amount_minor, currency },
    card: { minor: card_minor, currency },
    ageMinutes: age_minutes,
    fingerprint: fingerprint ?? undefined,
    cardFingerprint: card_fingerprint ?? undefined,
    answer: answer ?? undefined,
  };
}
