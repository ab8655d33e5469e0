import { getMessages, getTranslations } from "next-intl/server";
import { Fragment } from "react";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { ToEvents } from "#app/[locale]/promoter/_components/to-events.tsx";
import { readForAccount } from "#app/[locale]/promoter/as-promoter.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { Dotted } from "#components/ui/dotted.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { partOfList } from "#lib/promoter/part-of-list.ts";
import { type RequestFacts, requestFacts } from "#lib/promoter/request-facts.ts";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { listRefundRequests, listVoucherReturns } from "#lib/ticketing/manage/refund-requests.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { ClosedVoucher, RefundRequest, VoucherReturn } from "#lib/ticketing/model/sale.ts";
import { DecisionForm } from "./_components/decision-form.tsx";
import { ReturnForm } from "./_components/return-form.tsx";

type Props = PageProps<"/[locale]/promoter/refunds">;

export const metadata = NOT_INDEXED;

export default pageWithFallbacks(RefundRequestsPage);

/** What the promoter decides about refunds of the account: requests, and what vouchers cannot take back. The open ones come first. */
async function RefundRequestsPage({ searchParams }: Props, locale: Locale) {
  const read = await readForAccount(locale, async (as, accountId) => {
    const entries = await listEntries(as, accountId);
    return entries && { as, entries };
  });
  if (read === undefined) return undefined;
  const { as, entries } = read;

  const { shown, page, pages } = partOfList(entries, (await searchParams).page);
  const t = await getTranslations("RefundRequests");
  return (
    <div className="gutter mx-auto max-w-6xl py-8">
      <ToEvents locale={locale} />
      <h1 className="mt-2 text-3xl">{t("title")}</h1>
      {entries.length === 0 ? (
        <Panel className="mt-8">
          <h2 className="text-lg">{t("none")}</h2>
          <p className="mt-1 text-ink-muted">{t("noneText")}</p>
        </Panel>
      ) : (
        <div className="mt-8 flex flex-col gap-6">
          <ul className="flex flex-col gap-4">
            {shown.map((entry) =>
              "amount" in entry ? (
                <ReturnEntry key={`return ${entry.id}`} back={entry} as={as} locale={locale} />
              ) : (
                <RequestEntry key={entry.id} request={entry} as={as} locale={locale} />
              ),
            )}
          </ul>
          <Pager page={page} pages={pages} to={(to) => `/${locale}/promoter/refunds?page=${to}`} />
        </div>
      )}
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}

type Entry = RefundRequest | VoucherReturn;

/** Returns what is to be decided first, then what was; `undefined` where the promoter may not see it. */
async function listEntries(credential: PromoterCredential, accountId: number): Promise<readonly Entry[] | undefined> {
  const [requests, returns] = await Promise.all([
    listRefundRequests(credential, accountId),
    listVoucherReturns(credential, accountId),
  ]);
  if (requests === undefined) return undefined;
  const isOpen = ({ state }: Entry) => state === "OPEN" || state === "WAITING";
  const entries: readonly Entry[] = [...returns, ...requests];
  return [...entries.filter(isOpen), ...entries.filter((entry) => !isOpen(entry))];
}

type Reader = { readonly as: PromoterCredential; readonly locale: string };

async function RequestEntry({ request, as, locale }: Reader & { readonly request: RefundRequest }) {
  const { id, created, state, eventName, admissionIds, reason, declineReason, closedVoucher } = request;
  const [t, { RefundRequests, Errors }, facts] = await Promise.all([
    getTranslations("RefundRequests"),
    getMessages(),
    // What is to be decided; a decided one is only listed.
    state === "OPEN" ? undefinedOnFault(requestFacts(as, request)) : undefined,
  ]);
  const heading = `request-${id}`;
  const when = momentIn(facts, locale);
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5">
      <div>
        <h2 id={heading} className="text-lg">
          {t.rich("of", {
            count: admissionIds.length,
            event: eventName,
            name: (chunks) => <bdi lang={contentLanguage()}>{chunks}</bdi>,
          })}
        </h2>
        <Facts entry={request} facts={facts} locale={locale} />
        <p className="text-sm text-ink-muted">{t("requestedAt", { when: when(created) })}</p>
      </div>
      {reason !== undefined && <p className="whitespace-pre-line break-words">{t("reason", { reason })}</p>}
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
          voucherNote={closedVoucher && `${closedText(closedVoucher, when, t)} ${t("voucherIfRefunded")}`}
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

/** Money that a refund brought back to a voucher that cannot spend it. */
async function ReturnEntry({ back, as, locale }: Reader & { readonly back: VoucherReturn }) {
  const { id, created, state, amount, eventName, voucher, saleKey } = back;
  const [t, { RefundRequests, Errors }, facts] = await Promise.all([
    getTranslations("RefundRequests"),
    getMessages(),
    state === "WAITING"
      ? undefinedOnFault(requestFacts(as, { ...(saleKey && { saleKey }), admissionIds: [] }))
      : undefined,
  ]);
  const heading = `return-${id}`;
  const when = momentIn(facts, locale);
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5">
      <div>
        <h2 id={heading} className="text-lg">
          {t.rich("ofVoucher", {
            amount: formatMoney(amount, locale),
            event: eventName,
            name: (chunks) => <bdi lang={contentLanguage()}>{chunks}</bdi>,
          })}
        </h2>
        <Facts entry={back} facts={facts} locale={locale} />
        <p className="text-sm text-ink-muted">{t("refundedAt", { when: when(created) })}</p>
      </div>
      {state === "WAITING" ? (
        <>
          <p>{`${closedText(voucher, when, t)} ${t("voucherWaits")}`}</p>
          <ReturnForm
            hidden={{ locale, return: String(id) }}
            describedBy={heading}
            words={{ ...RefundRequests, lost: Errors.lost }}
          />
        </>
      ) : (
        <p className="font-semibold">{t(state)}</p>
      )}
    </li>
  );
}

type FactsProps = {
  readonly entry: Pick<Entry, "buyer">;
  readonly facts: RequestFacts | undefined;
  readonly locale: string;
};

/** The dates of the tickets, the order, and its buyer. */
async function Facts({ entry: { buyer }, facts, locale }: FactsProps) {
  const [t, tSale] = await Promise.all([getTranslations("RefundRequests"), getTranslations("Sale")]);
  return (
    <>
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
    </>
  );
}

type When = (at: string) => string;

/** Returns how a moment reads at the venue or, where that is not known, in UTC. */
function momentIn(facts: RequestFacts | undefined, locale: string): When {
  const zone = facts?.dates[0]?.timeZone;
  return (at) =>
    zone === undefined ? `${momentText(at, locale, "UTC", "short")} UTC` : momentText(at, locale, zone, "short");
}

/** Returns why a voucher takes nothing back and, where the service knows that, when and by whom it was disabled. */
function closedText(
  { disabled }: ClosedVoucher,
  when: When,
  t: Awaited<ReturnType<typeof getTranslations<"RefundRequests">>>,
): string {
  if (disabled === undefined) return t("voucherEnded");
  const { at, by } = disabled;
  return at !== undefined && by !== undefined
    ? t("voucherDisabledBy", { when: when(at), who: by })
    : t("voucherDisabled");
}
