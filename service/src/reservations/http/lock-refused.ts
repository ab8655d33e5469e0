import type { Reply } from "#src/platform/http/call.ts";
import { answer } from "#src/platform/http/call.ts";
import type { LockOutcome } from "#src/reservations/use-cases/lock-cart.ts";
import { answersRefused } from "./buyer-body.ts";
import { heldRefused, no, type Verdict } from "./refusals.ts";

/** Why a lock was refused: by the fields that do not fit, or by what became of the tickets, a row for each type. */
export function lockRefused(
  refused: Extract<LockOutcome, { readonly ok: false }>,
  what: "cart" | "reservation",
): Reply<Verdict> {
  switch (refused.refusal) {
    case "answers_refused":
      return answersRefused(refused.problems, refused.terms, refused.unplaced);
    case "called_off":
      return answer(
        no(
          refused.calledOff.map(({ ticketTypeId: ticketType, eventName }) => {
            const message = `${eventName} was called off. Release its tickets: nothing is charged for them.`;
            return { path: "", code: "CANCELLED", message, ticketType };
          }),
        ),
      );
    default:
      return heldRefused(refused.refusal, what);
  }
}
