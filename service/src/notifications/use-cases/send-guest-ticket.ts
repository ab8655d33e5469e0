import { admissionViewOf } from "#src/admissions/domain/admission-view.ts";
import { findAdmission } from "#src/admissions/store/admissions.ts";
import { wasJustSentToGuest } from "#src/notifications/store/messages.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { Outcome } from "#src/platform/domain/outcome.ts";
import { countTry } from "#src/platform/store/tries.ts";
import type { World } from "#src/platform/world.ts";
import { lockAdmission } from "#src/reservations/store/answers.ts";
import { isRendered, queueOrderMessage } from "#src/reservations/store/order-messages.ts";

export type GuestTicketOutcome = Outcome<
  object,
  /** `no_mail`: this service sends no mail, or the sale names no storefront, which alone has links for guests. */
  | { readonly refusal: "wrong_state" | "no_mail" }
  | { readonly refusal: "no_such_thing" }
  | { readonly refusal: "too_many"; readonly secondsLeft: number }
>;

type Guest = {
  /** One valid address. */
  readonly email: string;
  /** The buyer's where it is absent. */
  readonly language?: string | undefined;
};

/** Queues a message with one ticket to its guest. A repeated call within a short time changes nothing. */
export function sendGuestTicket(
  world: World,
  caller: Caller,
  { id, saleKey }: { readonly id: number; readonly saleKey: string | undefined },
  { email, language }: Guest,
): Promise<GuestTicketOutcome> {
  return world.db.transaction(async (tx): Promise<GuestTicketOutcome> => {
    await lockAdmission(tx, id);
    const admission = await findAdmission(tx, caller.account.id, { id });
    if (admission === undefined || admissionViewOf(caller, admission, saleKey) !== "full")
      return { ok: false, refusal: "no_such_thing" };
    const { status, admittedAt, saleKey: key } = admission;
    const isOpen = status === "CONFIRMED" || status === "PENDING_GUEST_DETAILS";
    if (!isOpen || admittedAt !== undefined) return { ok: false, refusal: "wrong_state" };
    if (!world.mail.isSent || !(await isRendered(tx, key))) return { ok: false, refusal: "no_mail" };
    if (await wasJustSentToGuest(tx, { admissionId: id, saleKey: key, recipient: email })) return { ok: true };
    const { guestTicketsPerAdmission, guestTicketsPerSale } = world.limits;
    const secondsLeft =
      (await countTry(tx, `guest ticket ${id}`, guestTicketsPerAdmission)) ??
      (await countTry(tx, `guest tickets ${key}`, guestTicketsPerSale));
    if (secondsLeft !== undefined) return { ok: false, refusal: "too_many", secondsLeft };
    await queueOrderMessage(tx, {
      kind: "GUEST_TICKET",
      key: `guest ticket ${id} ${world.newId()}`,
      saleKeys: [key],
      details: { admission: id },
      recipient: email,
      language,
    });
    return { ok: true };
  });
}
