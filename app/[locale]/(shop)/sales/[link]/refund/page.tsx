import { randomUUID } from "node:crypto";
import { CircleCheck } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { LinkEnded } from "#app/[locale]/(shop)/sales/[link]/_components/link-ended.tsx";
import { ToOrder } from "#app/[locale]/(shop)/sales/[link]/_components/to-order.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Dotted } from "#components/ui/dotted.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { refundText } from "#lib/catalogue/facts-text.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { inSection } from "#lib/i18n/words.ts";
import { quoteReturn, type ReturnableTicket, refundedTickets, returnableTickets } from "#lib/orders/return-tickets.ts";
import { hasCode, openTickets } from "#lib/orders/tickets.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { shortCode, ticketSection } from "#lib/ticketing/model/admission.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { RefundForm } from "./_components/refund-form.tsx";
import { refundChosen, requestChosen } from "./actions.ts";

type RefundProps = PageProps<"/[locale]/sales/[link]/refund">;

/** What was done before this page was shown again, and the key of its text. */
const DONE = {
  ...({ refunded: "refunded", returned: "returned", requested: "requested" } as const),
  ...({ under_way: "underWay", not_known: "notKnown", asked: "askedVoucher", voucher_waits: "voucherWaits" } as const),
};

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(RefundPage, { Missing: LinkEnded, unavailable: "order" });

/** Where a buyer returns tickets: alone within the refund policy, else by asking the organiser. */
async function RefundPage({ params, searchParams }: RefundProps, locale: Locale) {
  const { link } = await params;
  const sales = await openTickets(link);
  if (sales === undefined) return undefined;

  const now = new Date();
  const [t, tSale, { Refund, Errors, Facts }, seller, { done, of }] = await Promise.all([
    getTranslations("Refund"),
    getTranslations("Sale"),
    getMessages(),
    currentSeller(),
    searchParams,
  ]);
  const doneKey = Object.entries(DONE).find(([name]) => name === done)?.[1];
  const result = doneKey === "refunded" ? refundedTickets(sales, String(of).split(",").map(Number)) : undefined;
  const refunded = result && { count: result.count, amount: formatMoney(result.amount, locale) };
  const tickets = returnableTickets(sales, now);
  const together = await quoteReturn(
    sales,
    tickets.filter(({ returnOption }) => returnOption.way === "refund"),
  );
  const hasSaving = tickets.some(({ sale }) => sale.sale.savings.length > 0);
  const asked = together === "asked" ? t("quoteAsked") : undefined;
  const quotedWhole =
    typeof together === "object" ? t("quoteAll", { amount: formatMoney(together.amount, locale) }) : asked;
  // Then what one ticket gives back depends on those that are kept.
  const isByTerms = quotedWhole !== undefined && hasSaving;
  const words = { ...Refund, lost: Errors.lost };
  const hidden = { locale, link };
  const formKey = randomUUID();

  const groupsOf = (way: "refund" | "request") => {
    const its = tickets.filter(({ returnOption }) => returnOption.way === way);
    return [...Map.groupBy(its, ({ ticket, sale }) => `${sale.reference} ${ticket.eventDate?.id}`)].map(
      ([key, group]) => ({ key, heading: headingOf(group), tickets: group.map(choiceOf) }),
    );
  };

  function headingOf([one]: readonly ReturnableTicket[]) {
    if (one === undefined) return null;
    const { sale, ticket } = one;
    const { eventDate } = ticket;
    const policy = sale.sale.refundPolicy;
    const date = eventDate && { ...eventDate, now, reopenedUntil: ticket.admission.movedFrom?.refundUntil };
    return (
      <>
        <p className="font-semibold">
          <bdi lang={contentLanguage()}>{sale.sale.eventName}</bdi>
        </p>
        {eventDate && (
          <p className="text-sm text-ink-muted">{spanInFull(eventDate, locale, eventDate.timeZone, "short")}</p>
        )}
        {policy !== undefined && ticket.cancelled === undefined && (
          <p className="text-sm text-ink-muted">{refundText(policy, locale, Facts, date)}</p>
        )}
      </>
    );
  }

  function choiceOf({ ticket, sale, returnOption }: ReturnableTicket) {
    const { admission } = ticket;
    const { tickets: all } = sale;
    const isOwn = returnOption.way === "refund";
    const requests = sale.sale.refundRequests ?? [];
    const isAsked = requests.some(({ state, admissionIds }) => state === "OPEN" && admissionIds.includes(admission.id));
    return {
      id: admission.id,
      label: (
        <>
          <bdi lang={contentLanguage()}>{inSection(admission.ticketTypeName, ticketSection(admission), locale)}</bdi>
          <span className="figures block text-sm text-ink-muted">
            <span>{tSale("ticketPosition", { number: all.indexOf(ticket) + 1, count: all.length })}</span>
            {hasCode(ticket) && <bdi className="block">{shortCode(admission)}</bdi>}
            <Dotted>
              <bdi>{admission.holder}</bdi>
              {isAsked && t("asked")}
            </Dotted>
          </span>
        </>
      ),
      paid: isByTerms && isOwn ? undefined : admission.paid,
      ...(isOwn && !isByTerms && { amount: returnOption.amount }),
    };
  }

  // A pack, or a saving on the order, is shared: what one ticket gives back is not its price then.
  const share = hasSaving ? t("share") : undefined;
  const refunds = groupsOf("refund");
  const requests = groupsOf("request");
  const areCancelled = tickets.every(({ ticket, returnOption }) => returnOption.way === "refund" || ticket.cancelled);
  // A form that is first on the page has the title inside, so that its problem stands above it, as in the checkout.
  const isFormFirst = doneKey === undefined && tickets.length > 0;
  const titleText = t(doneKey === "refunded" ? "made" : "title");
  const title = <h1 className="text-3xl">{titleText}</h1>;
  const forms = (
    <>
      {refunds.length > 0 && (
        <RefundForm
          id="refund"
          action={refundChosen}
          hidden={{ ...hidden, formKey }}
          title={isFormFirst && title}
          groups={refunds}
          locale={locale}
          share={isByTerms ? t("shareByTerms") : share}
          quotedWhole={quotedWhole}
          words={{ ...words, heading: t("refundHeading"), text: t("refundText") }}
        />
      )}
      {requests.length > 0 && (
        <RefundForm
          id="request"
          action={requestChosen}
          hidden={hidden}
          title={isFormFirst && refunds.length === 0 && title}
          groups={requests}
          locale={locale}
          share={share}
          quotedWhole={undefined}
          words={{
            ...words,
            heading: t("requestHeading"),
            text: t(areCancelled ? "requestTextCancelled" : "requestText", { seller: seller.name }),
            send: t("sendRequest"),
            sendAmount: t("sendRequest"),
            sending: t("sendingRequest"),
          }}
        />
      )}
    </>
  );
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-6 py-8 lg:py-14">
      <ToOrder locale={locale} link={link}>
        {t("back")}
      </ToOrder>
      {!isFormFirst && (
        <div>
          {title}
          {doneKey === undefined && <p className="mt-3 text-lg text-ink-muted">{t("none")}</p>}
        </div>
      )}
      {doneKey && (
        <Panel tone="ok" role="status" className="flex gap-3">
          <Icon of={CircleCheck} className="mt-0.5 size-5 shrink-0 text-ok" />
          <div className="flex min-w-0 flex-col gap-1">
            <p className="font-semibold">{refunded ? t("refundedOf", refunded) : t(doneKey)}</p>
            {doneKey === "refunded" && (
              <p className="text-sm">
                {t("refundedText")} {areMessagesSent() && t("confirmed")}
              </p>
            )}
          </div>
        </Panel>
      )}
      {doneKey === undefined && forms}
      {doneKey !== undefined && tickets.length > 0 && (
        <details>
          <summary className={buttonClass("secondary", "list-none [&::-webkit-details-marker]:hidden")}>
            {t("another")}
          </summary>
          <div className="flex flex-col gap-6 pt-4">{forms}</div>
        </details>
      )}
      <PageTitle>{titleText}</PageTitle>
    </div>
  );
}
