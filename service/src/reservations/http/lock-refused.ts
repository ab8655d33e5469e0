import type { Reply } from "#src/platform/http/call.ts";
import { answer } from "#src/platform/http/call.ts";
import type { LockOutcome } from "#src/reservations/use-cases/lock-cart.ts";
import { answersRefused } from "./buyer-body.ts";
import { cartRefused, no, type Verdict } from "./refusals.ts";

/** Returns the answer to a refused lock, with a row for each wrong field or each cancelled ticket type. */
export function lockRefused(
  refused: Extract<LockOutcome, { readonly ok: false }>,
  what: "cart" | "reservation",
): Reply<Verdict> {
  switch (refused.refusal) {
    case "answers_refused":
      return answersRefused(refused.problems, refused.terms, refused.unplaced);
    case "cancelled":
      return answer(
        no(
          refused.cancelled.map(({ ticketTypeId: ticketType, eventName }) => {
            const message = `${eventName} is cancelled. Release its tickets: they are not charged.`;
            return { path: "", code: "CANCELLED", message, ticketType };
          }),
        ),
      );
    default:
      return cartRefused(refused.refusal, what);
  }
}
