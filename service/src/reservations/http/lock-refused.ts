import { answer, type Reply, refuse } from "#src/platform/http/call.ts";
import type { ErrorRow } from "#src/platform/http/error-rows.ts";
import type { LockOutcome } from "#src/reservations/use-cases/lock-cart.ts";
import { answersRefused } from "./buyer-body.ts";
import { cartRefused, no, type Verdict } from "./refusals.ts";

/** The row of an address that the operator of the service has not allowed. */
export const RENDERER_REFUSED: ErrorRow = {
  path: "messages.address",
  code: "RANGE",
  message: "This service calls no such address. Its operator lists the origins that may render messages.",
};

/** Returns the answer to a refused lock, with a row for each wrong field or each cancelled ticket type. */
export function lockRefused(
  refused: Extract<LockOutcome, { readonly ok: false }>,
  what: "cart" | "reservation",
): Reply<Verdict> {
  switch (refused.refusal) {
    case "answers_refused":
      return answersRefused(refused.problems, refused.terms, refused.unplaced);
    case "renderer_refused":
      return refuse(400, [RENDERER_REFUSED]);
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
