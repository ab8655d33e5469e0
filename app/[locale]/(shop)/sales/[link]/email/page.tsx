import { ChevronDown, CircleCheck } from "lucide";
import type { Route } from "next";
import { getMessages, getTranslations, setRequestLocale } from "next-intl/server";
import { LinkEnded } from "#app/[locale]/(shop)/sales/[link]/_components/link-ended.tsx";
import { ToOrder } from "#app/[locale]/(shop)/sales/[link]/_components/to-order.tsx";
import { sendTicketsAgain } from "#app/[locale]/(shop)/sales/[link]/actions.ts";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle, titleWithError } from "#app/page-title.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { localeFrom } from "#lib/i18n/routing.ts";
import { isMailHeld, shownEmail } from "#lib/mail/order-email.ts";
import { openTickets } from "#lib/orders/tickets.ts";
import { wereBoughtHere } from "#lib/session/bought-cookie.ts";
import { foundLinkEnd, openSaleLink } from "#lib/session/links/links.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { canSendTickets } from "#lib/ticketing/sent-mail.ts";
import { ChangeEmailForm } from "./_components/change-email-form.tsx";
import { changeBuyersEmail } from "./actions.ts";

type OrderEmailProps = PageProps<"/[locale]/sales/[link]/email">;

const REFUSALS = ["unpaid", "details_missing", "too_many", "not_sent", "not_offered", "not_known"] as const;

export const metadata = SECRET_ADDRESS;

/**
 * Where the tickets of an order are sent: again, or to a corrected address. Of a service that mails without our words only the first is
 * known.
 */
export default async function OrderEmailPage({ params, searchParams }: OrderEmailProps) {
  const { locale: segment, link } = await params;
  const locale = localeFrom(segment);
  setRequestLocale(locale);
  // If the service does not answer, the page says so and keeps what was typed.
  const known = await undefinedOnFault(openSaleLink(link).then((keys) => ({ keys })));
  const opened = await undefinedOnFault(openTickets(link).then((sales) => ({ sales })));
  const { result, changed } = await searchParams;
  const isMailed = areMessagesSent() || canSendTickets() || result !== undefined;
  if ((known && known.keys === undefined) || (opened && opened.sales === undefined) || !isMailed) {
    setPageStatus(404);
    return <LinkEnded locale={locale} />;
  }

  const [t, { SendTickets, Sale, Errors }] = await Promise.all([getTranslations("SendTickets"), getMessages()]);
  const isChanged = changed !== undefined && result === "sent";
  const refusal = opened ? REFUSALS.find((one) => one === result) : "noAnswer";
  const email = await shownEmail(opened?.sales ?? []);
  const isHeld = isMailHeld(opened?.sales ?? []);
  const asksCurrent = !(await wereBoughtHere(known?.keys ?? []));
  const isForDay = (await foundLinkEnd(link)) !== undefined;
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-6 py-8 lg:py-14">
      {!isChanged && (
        <ToOrder locale={locale} link={link}>
          {t("back")}
        </ToOrder>
      )}
      <h1 className="text-3xl">{t("title")}</h1>
      {result === "sent" && email !== undefined && (
        <Panel tone="ok" role="status" className="flex gap-3">
          <Icon of={CircleCheck} className="mt-0.5 size-5 shrink-0 text-ok" />
          <div className="flex min-w-0 flex-col gap-1">
            {isChanged && <p className="font-semibold">{t("changedTitle")}</p>}
            <p>{t(isChanged ? "changedSent" : "sent", { email })}</p>
          </div>
        </Panel>
      )}
      {refusal && (
        <Panel tone="bad" role="alert" className="font-semibold">
          {refusal === "too_many" && isHeld && email !== undefined ? t("held", { email }) : t(refusal)}
        </Panel>
      )}
      {areMessagesSent() && email !== undefined && !isHeld && result !== "sent" && (
        <p className="text-lg">{t("goTo", { email })}</p>
      )}
      {isChanged && (
        <a href={`/${locale}/sales/${encodeURIComponent(link)}` as Route} className={buttonClass("primary")}>
          {t("back")}
        </a>
      )}
      {canSendTickets() && (
        <form action={sendTicketsAgain}>
          <Hidden fields={{ locale, link }} />
          <Button kind="secondary">{t("sendAgain")}</Button>
        </form>
      )}
      {areMessagesSent() && (
        <details
          id="change"
          open={!isChanged}
          className="group rounded-xl border border-line bg-surface p-5 shadow-raise"
        >
          <summary className="flex list-none items-center justify-between [&::-webkit-details-marker]:hidden">
            <h2 className="text-xl">{t("change")}</h2>
            <Icon of={ChevronDown} strokeWidth={2.25} size={18} className="group-open:rotate-180" />
          </summary>
          <p className={isForDay ? "mt-1 text-ink-muted" : "mt-1 mb-5 text-ink-muted"}>
            {isForDay ? Sale.dayLink : t("changeText")}
          </p>
          {!isForDay && (
            <ChangeEmailForm
              action={changeBuyersEmail}
              hidden={{ locale, link }}
              asksCurrent={asksCurrent}
              words={{ ...SendTickets, lost: Errors.lost }}
            />
          )}
        </details>
      )}
      <PageTitle>{titleWithError(t("title"), locale, refusal !== undefined)}</PageTitle>
    </div>
  );
}
