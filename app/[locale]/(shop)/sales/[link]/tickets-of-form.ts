import "server-only";

import { RedirectType } from "next/navigation";
import type { Sent } from "#app/[locale]/form-action.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { openTickets, type TicketedSale } from "#lib/orders/tickets.ts";

/** Returns an order form's link and the paid sales that it opens. If it opens none, redirects to its page, which says so. */
export async function requireTicketsOfForm({
  form,
  locale,
}: Sent): Promise<{ link: string; sales: readonly TicketedSale[] }> {
  const link = linkOf(form);
  const sales = await openTickets(link);
  if (sales === undefined)
    return redirect({ href: `/sales/${encodeURIComponent(link)}`, locale }, RedirectType.replace);
  return { link, sales };
}

export function linkOf(form: FormData): string {
  return String(form.get("link") ?? "");
}
