import { getMessages, getTranslations } from "next-intl/server";
import { Fragment } from "react";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { ToEvents } from "#app/[locale]/promoter/_components/to-events.tsx";
import { readForAccount } from "#app/[locale]/promoter/as-promoter.ts";
import { NOT_INDEXED, titleMetadata } from "#app/page-metadata.ts";
import { Dotted } from "#components/ui/dotted.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { partOfList } from "#lib/promoter/part-of-list.ts";
import { requestFacts } from "#lib/promoter/request-facts.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { RefundRequest } from "#lib/ticketing/model/sale.ts";
import { listRefundRequests } from "#lib/ticketing/refunds.ts";
import { DecisionForm } from "./_components/decision-form.tsx";

type Props = PageProps<"/[locale]/promoter/refunds">;

export const generateMetadata = titleMetadata(({ RefundRequests }) => RefundRequests.title, NOT_INDEXED);

export default pageWithFallbacks(RefundRequestsPage);

/** The refund requests of the promoter's account, the open ones first. */
async function RefundRequestsPage({ searchParams }: Props, locale: Locale) {
  const requests = await readForAccount(locale, listRefundRequests);
  if (requests === undefined) return undefined;

  const { shown, page, pages } = partOfList(requests, (await searchParams).page);
  const t = await getTranslations("RefundRequests");
  return (
    <div className="gutter mx-auto max-w-6xl py-8">
      <ToEvents locale={locale} />
      <h1 className="mt-2 text-3xl">{t("title")}</h1>
      {requests.length === 0 ? (
        <Panel className="mt-8">
          <h2 className="text-lg">{t("none")}</h2>
          <p className="mt-1 text-ink-muted">{t("noneText")}</p>
        </Panel>
      ) : (
        <div className="mt-8 flex flex-col gap-6">
          <ul className="flex flex-col gap-4">
            {shown.map((request) => (
              <Request key={request.id} request={request} locale={locale} />
            ))}
          </ul>
          <Pager page={page} pages={pages} to={(to) => `/${locale}/promoter/refunds?page=${to}`} />
        </div>
      )}
    </div>
  );
}

async function Request({ request, locale }: { readonly request: RefundRequest; readonly locale: string }) {
  const { id, created, state, eventName, buyer, admissionIds, reason, declineReason } = request;
  const [t, tSale, { RefundRequests, Errors }, facts] = await Promise.all([
    getTranslations("RefundRequests"),
    getTranslations("Sale"),
    getMessages(),
    // What is to be decided; a decided one is only listed.
    state === "OPEN" ? undefinedOnFault(requestFacts(request)) : undefined,
  ]);
  const zone = facts?.dates[0]?.timeZone;
  const requestedAt = momentText(created, locale, zone ?? "UTC", "short");
  const heading = `request-${id}`;
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5">
      <div>
        <h2 id={heading} className="text-lg">
          {t.rich("of", { count: admissionIds.length, event: eventName, name: (chunks) => <bdi>{chunks}</bdi> })}
        </h2>
        {facts !== undefined && (
          <p className="figures">
            <Dotted>
              {facts.dates.map(({ id, startsAt, timeZone }) => (
                <Fragment key={id}>{momentText(startsAt, locale, timeZone, "short")}</Fragment>
              ))}
              {facts.sale.reference !== undefined && <bdi>{tSale("order", { reference: facts.sale.reference })}</bdi>}
              {t("total", { amount: formatMoney(facts.sale.total, locale) })}
            </Dotted>
          </p>
        )}
        <p className="text-sm text-ink-muted">{t("buyer", { name: buyer.name })}</p>
        <p className="text-sm wrap-anywhere text-ink-muted">
          <bdi>{buyer.email}</bdi>
        </p>
        <p className="text-sm text-ink-muted">
          {t("requestedAt", { when: zone === undefined ? `${requestedAt} UTC` : requestedAt })}
        </p>
      </div>
      <p className="whitespace-pre-line break-words">{t("reason", { reason })}</p>
      {state === "OPEN" ? (
        <DecisionForm
          hidden={{ locale, request: String(id) }}
          describedBy={heading}
          amounts={
            facts?.amounts && {
              refund: formatMoney(facts.amounts.inFull, locale),
              refundLessFee: formatMoney(facts.amounts.lessFee, locale),
            }
          }
          words={{ ...RefundRequests, lost: Errors.lost }}
        />
      ) : (
        <div>
          <p className="font-semibold">{t(state)}</p>
          {declineReason !== undefined && (
            <p className="whitespace-pre-line break-words text-ink-muted">{t("told", { reason: declineReason })}</p>
          )}
        </div>
      )}
    </li>
  );
}
