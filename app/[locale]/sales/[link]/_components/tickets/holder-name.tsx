import { getLocale, getMessages } from "next-intl/server";
import { RenameForm } from "#app/[locale]/sales/[link]/_components/tickets/rename-form.tsx";
import { renameTicket } from "#app/[locale]/sales/[link]/actions.ts";
import { guestFieldsOf } from "#app/[locale]/sales/[link]/guest-questions.ts";
import { fill } from "#lib/i18n/words.ts";
import { hasCode, type Ticket, type TicketedSale } from "#lib/orders/tickets.ts";
import { canRename } from "#lib/ticketing/admissions.ts";
import type { FieldKind } from "#lib/ticketing/model/field.ts";

type HolderNameProps = {
  readonly ticket: Ticket;
  readonly number: number;
  readonly event: TicketedSale["event"];
  readonly link: string;
};

/** The questions whose answers are the name of a guest, which the guest's form changes. */
const NAMES: readonly FieldKind[] = ["name", "firstName", "lastName"];

/** Changes the name on a ticket until it is used. Nothing where the name is an answer of the guest. */
export async function HolderName({ ticket, number, event, link }: HolderNameProps) {
  const { admission } = ticket;
  const isAsked = guestFieldsOf(event, admission).some(({ kind }) => NAMES.includes(kind));
  if (isAsked || !hasCode(ticket) || admission.admittedAt !== undefined || !canRename()) return null;
  const [{ Rename, Errors }, locale] = await Promise.all([getMessages(), getLocale()]);
  return (
    <RenameForm
      action={renameTicket}
      hidden={{ locale, link, admission: String(admission.id) }}
      holder={admission.holder}
      id={`holder-${admission.id}`}
      words={{ ...Rename, about: fill(Rename.about, { number }), lost: Errors.lost }}
    />
  );
}
