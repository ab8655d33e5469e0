import { listAdmissions } from "#src/admissions/store/admissions.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import type { World } from "#src/platform/world.ts";
import { getSale } from "#src/reservations/use-cases/get-sale.ts";

/** Why tickets cannot be sent. `no_mail`: they could be, but this service sends no mail. */
export type NotSent =
  | { readonly why: "no_such_thing" | "unpaid" | "no_mail" }
  | { readonly why: "details_missing"; readonly admissions: readonly number[] };

export async function sendAdmissions(world: World, caller: Caller, key: string): Promise<NotSent> {
  const sale = await getSale(world, caller, { key });
  if (sale === undefined) return { why: "no_such_thing" };
  if (sale.status !== "CONFIRMED") return { why: "unpaid" };
  const all = await listAdmissions(world.db, sale.eventId, sale.id);
  const missing = all.filter(({ status }) => status === "PENDING_GUEST_DETAILS");
  if (missing.length > 0) return { why: "details_missing", admissions: missing.map(({ id }) => id) };
  return { why: "no_mail" };
}
