import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { PageTitle } from "#app/page-title.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { OpenChoice } from "#lib/orders/date-choices.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import { type DateOption, optionText } from "#lib/ticketing/model/sale.ts";
import type { Span } from "#lib/ticketing/model/span.ts";
import { ConfirmForm } from "./confirm-form.tsx";

type ChoiceSummaryProps = {
  readonly open: OpenChoice;
  readonly option: DateOption;
  readonly link: string;
  readonly asksEmail: boolean;
};

/** What a choice does, and the form that confirms it. */
export async function ChoiceSummary({ open, option, link, asksEmail }: ChoiceSummaryProps) {
  const [t, tRefund, tSale, locale, { Errors }] = await Promise.all([
    getTranslations("DateChoice"),
    getTranslations("Refund"),
    getTranslations("Sale"),
    getLocale(),
    getMessages(),
  ]);
  const { id, sale, venue, eventDate, tickets, amount, dates } = { ...open, venue: open.sale.venue };
  const count = tickets.length;
  const moveTo = typeof option === "string" ? undefined : dates.find((date) => date.id === option.moveTo);
  const isFree = amount === undefined || isZero(amount);
  const money = amount && formatMoney(amount, locale);
  const { title, text, confirm } = wordsOf();
  const when = (date: Span & { readonly timeZone: string }) => spanInFull(date, locale, date.timeZone, "long");
  const rows = [
    ...(eventDate ? [{ term: t("cancelledDate"), text: when(eventDate) }] : []),
    ...(moveTo ? [{ term: t("newDate"), text: when(moveTo), isNew: true }] : []),
    ...(moveTo && venue ? [{ term: tSale("where"), text: addressText([venue.name, venue.address]) }] : []),
    { term: t("tickets"), text: tSale("calendarTickets", { count }) },
    ...(option === "refund" && money !== undefined && !isFree ? [{ term: t("amount"), text: money, isNew: true }] : []),
  ];
  return (
    <div className="flex flex-col gap-6">
      <h1 className="text-3xl">{title}</h1>
      <ConfirmForm
        hidden={{ locale, link, of: id, to: optionText(option) }}
        asksEmail={asksEmail}
        words={{
          title,
          problem: tRefund("problem"),
          lost: Errors.lost,
          saving: t("saving"),
          confirm,
          email: tRefund("email"),
          emailHint: tRefund("emailHint"),
          missing: tRefund("missing"),
        }}
      >
        <div className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5">
          <p className="text-lg font-semibold">
            <bdi lang={contentLanguage()}>{sale.sale.eventName}</bdi>
          </p>
          <dl className="flex flex-col gap-3">
            {rows.map(({ term, text, isNew = false }) => (
              <div key={term}>
                <dt className="text-sm text-ink-muted">{term}</dt>
                <dd className={isNew ? "figures font-semibold" : "figures"}>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
          <p className="text-pretty">{text}</p>
        </div>
      </ConfirmForm>
      <PageTitle>{title}</PageTitle>
    </div>
  );

  function wordsOf() {
    if (option === "keep") return { title: t("keepTitle"), text: t("keepHint"), confirm: t("keep") };
    if (option !== "refund")
      return { title: t("moveTitle", { count }), text: t("moveText"), confirm: t("doMove", { count }) };
    return isFree || money === undefined
      ? { title: t("refundTitle"), text: t(amount ? "returnText" : "refundText"), confirm: t("doRefund") }
      : { title: t("refundTitle"), text: t("refundText"), confirm: tRefund("sendAmount", { amount: money }) };
  }
}
