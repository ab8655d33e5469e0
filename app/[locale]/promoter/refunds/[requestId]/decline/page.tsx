import { getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { declineRequest } from "#app/[locale]/promoter/refunds/actions.ts";
import { DECLINE_FIELDS } from "#app/[locale]/promoter/refunds/decision-fields.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { idOf } from "#lib/catalogue/event-link.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { getRefundRequest } from "#lib/ticketing/manage/refund-requests.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";

type Props = PageProps<"/[locale]/promoter/refunds/[requestId]/decline">;

export const metadata = NOT_INDEXED;

export default promoterPage(DeclinePage, ["ORDERS"]);

/** Asks for the reason that the buyer of a request is given. */
async function DeclinePage({ params }: Props, { credential, locale }: AtWork) {
  const id = idOf((await params).requestId);
  const request = id === undefined ? undefined : await getRefundRequest(credential, id);
  if (id === undefined || request === undefined) return undefined;
  if (request.state !== "OPEN") return redirect({ href: "/promoter/refunds?state=DECIDED", locale });
  const t = await getTranslations("RefundRequests");
  const { amount, buyer, event, eventDates, timeZone } = request;
  const dates = eventDates.map(({ startDate }) => momentText(startDate, locale, timeZone, "short"));
  return (
    <FormPage
      locale={locale}
      screen="RefundRequests"
      fields={DECLINE_FIELDS}
      action={declineRequest}
      opened={{ id, values: { reason: "" } }}
      title={t("declineTitle", { amount: formatMoney(amount, locale) })}
      text={[buyer.name, event.name, ...dates].map((fact) => `\u2068${fact}\u2069`).join(" · ")}
      back={{ href: `/${locale}/promoter/refunds`, label: t("title") }}
      button={t("declinePreview")}
    />
  );
}
