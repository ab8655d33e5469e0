import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { OutsideLink } from "#components/site/seller-links.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { env } from "#lib/env.ts";
import { returnableTickets, shownRequests } from "#lib/orders/return-tickets.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";

type OrderHelpProps = { readonly sales: readonly TicketedSale[]; readonly link: string };

/** Returning tickets, contact, refund policy, and public links to the events, never the link of these tickets. */
export async function OrderHelp({ sales, link: orderLink }: OrderHelpProps) {
  const [t, tRefund, links, locale, { email, refundPolicyUrl }] = await Promise.all([
    getTranslations("Sale"),
    getTranslations("Refund"),
    getTranslations("Seller"),
    getLocale(),
    currentSeller(),
  ]);
  const events = new Map(sales.map(({ sale }) => [sale.eventId, sale.eventName]));
  const link = "inline-flex min-h-11 items-center text-accent-text underline underline-offset-4";
  const returnable = returnableTickets(sales, new Date());
  const isReturnable = returnable.length > 0;
  const areCancelled = isReturnable && returnable.every(({ ticket }) => ticket.cancelled !== undefined);
  const requests = shownRequests(sales);
  return (
    <>
      {(isReturnable || requests.length > 0) && (
        <section className="border-t border-line px-5 pt-5">
          <h2 className="text-lg">{tRefund(areCancelled ? "requestHeading" : "question")}</h2>
          {requests.map(({ state, admissionIds, declineReason }) => (
            <div key={admissionIds.join()} className="mt-1 text-pretty">
              <p>{tRefund(state === "OPEN" ? "requestOpen" : "requestDeclined", { count: admissionIds.length })}</p>
              {declineReason !== undefined && (
                <p className="break-words text-ink-muted">{tRefund("declineReason", { reason: declineReason })}</p>
              )}
            </div>
          ))}
          {isReturnable && (
            <a href={`/${locale}/sales/${orderLink}/refund` as Route} className={link}>
              {tRefund("link")}
            </a>
          )}
        </section>
      )}
      {(email !== undefined || refundPolicyUrl !== undefined) && (
        <section className="border-t border-line px-5 pt-5">
          <h2 className="text-lg">{t("help")}</h2>
          <p className="flex flex-wrap gap-x-5">
            {refundPolicyUrl !== undefined && (
              <OutsideLink href={refundPolicyUrl} className={link}>
                {links("refunds")}
              </OutsideLink>
            )}
            {email !== undefined && (
              <a href={`mailto:${email}`} className={link}>
                {t("helpLink", { email })}
              </a>
            )}
          </p>
        </section>
      )}
      <section className="border-t border-line px-5 pt-5">
        <h2 className="text-lg">{t("share")}</h2>
        <p className="mt-1 text-sm text-ink-muted">{t("shareText")}</p>
        {[...events].map(([eventId, name]) => {
          const address = `${env().FOYER_ORIGIN}/${locale}/events/${eventId}`;
          return (
            <div key={eventId} className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <a href={address} className={link}>
                <bdi>{name}</bdi>
              </a>
              <CopyButton
                text={address}
                words={{ copy: t("copy"), copied: t("copied") }}
                {...(events.size > 1 && { about: name })}
                className="max-sm:px-4 max-sm:text-sm"
              />
            </div>
          );
        })}
      </section>
    </>
  );
}
