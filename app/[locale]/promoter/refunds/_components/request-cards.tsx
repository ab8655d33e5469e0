import { getMessages, getTranslations } from "next-intl/server";
import type { AtWork } from "#app/[locale]/promoter/promoter-page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { refundText } from "#lib/catalogue/facts-text.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import type { OtherDate } from "#lib/promoter/refund-decisions.ts";
import type { ClosedVoucher, RefundRequest, VoucherReturn } from "#lib/ticketing/manage/refund-requests.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { DecisionCard } from "./decision-card.tsx";
import { DecisionForm, type DecisionWords } from "./decision-form.tsx";

type RequestCardProps = {
  readonly request: RefundRequest;
  readonly otherDate: OtherDate | undefined;
  readonly at: AtWork;
};

async function decisionWords(): Promise<DecisionWords> {
  const { RefundRequests, Common, Errors } = await getMessages();
  return { title: RefundRequests.title, problem: Common.problem, working: RefundRequests.working, lost: Errors.lost };
}

/** What a buyer asks for, and the answers. */
export async function RequestCard({ request, otherDate, at: { locale, promoter } }: RequestCardProps) {
  const { id, state, admissions, reason, declineReason, voucher, amount, fee, refunded, refused, timeZone } = request;
  const [t, words] = await Promise.all([getTranslations("RefundRequests"), decisionWords()]);
  const heading = `request-${id}`;
  const isOpen = state === "OPEN";
  const givesNewVoucher = voucher !== undefined && promoter.capabilities.includes("MANAGE");
  const lessFee = { ...amount, minor: amount.minor - fee.minor };
  const notes = [
    ...(refused === undefined ? [] : [t("refusedAt", { when: momentText(refused, locale, timeZone, "short") })]),
    ...(voucher === undefined
      ? []
      : [
          `${await closedText(voucher, request, locale)} ${t(givesNewVoucher ? "voucherIfRefunded" : "voucherForManager")}`,
        ]),
  ];
  return (
    <DecisionCard
      of={request}
      heading={heading}
      amount={refunded ?? amount}
      tickets={ticketTexts(admissions)}
      locale={locale}
    >
      {reason !== undefined && (
        <p className="rounded-md bg-sunken px-4 py-3 wrap-anywhere whitespace-pre-line">{t("reason", { reason })}</p>
      )}
      {isOpen && (
        <>
          <p className="text-sm text-ink-muted">
            {await policyText(request, locale)}
            {otherDate !== undefined &&
              ` ${t("otherDate", { when: momentText(otherDate.startsAt, locale, timeZone, "short"), count: otherDate.left })}`}
          </p>
          {notes.length > 0 && (
            <Panel tone="warn" id={`${heading}-notes`} className="flex flex-col gap-2">
              {notes.map((note) => (
                <p key={note}>{note}</p>
              ))}
            </Panel>
          )}
          <DecisionForm
            locale={locale}
            id={id}
            describedBy={notes.length > 0 ? `${heading} ${heading}-notes` : heading}
            givesNewVoucher={givesNewVoucher}
            decisions={[
              { decision: "refund", label: t("refund", { amount: formatMoney(amount, locale) }) },
              // Without a fee there is one refund.
              ...(fee.minor === 0
                ? []
                : ([
                    { decision: "refundLessFee", label: t("refundLessFee", { amount: formatMoney(lessFee, locale) }) },
                  ] as const)),
            ]}
            decline={{ href: `/${locale}/promoter/refunds/${id}/decline`, label: t("decline") }}
            words={words}
          />
        </>
      )}
      {declineReason !== undefined && (
        <p className="wrap-anywhere whitespace-pre-line text-ink-muted">{t("told", { reason: declineReason })}</p>
      )}
    </DecisionCard>
  );
}

/** Money that a refund brought back to a voucher that cannot spend it. */
export async function ReturnCard({
  back,
  at: { locale, promoter },
}: {
  readonly back: VoucherReturn;
  readonly at: AtWork;
}) {
  const { id, state, amount, voucher } = back;
  const [t, words] = await Promise.all([getTranslations("RefundRequests"), decisionWords()]);
  const heading = `return-${id}`;
  const maySend = promoter.capabilities.includes("MANAGE");
  return (
    <DecisionCard of={back} heading={heading} amount={amount} tickets={[t("byVoucher")]} locale={locale}>
      {state === "WAITING" && (
        <>
          <Panel tone="warn" id={`${heading}-notes`}>
            {`${await closedText(voucher, back, locale)} ${t("voucherWaits")}`}
          </Panel>
          <DecisionForm
            locale={locale}
            id={id}
            describedBy={`${heading} ${heading}-notes`}
            givesNewVoucher={false}
            decisions={[
              ...(maySend ? ([{ decision: "sendNew", label: t("sendNew") }] as const) : []),
              { decision: "leave", label: t("leave") },
            ]}
            words={words}
          />
        </>
      )}
    </DecisionCard>
  );
}

/** Returns "2 × Adult" of each type. */
function ticketTexts(admissions: RefundRequest["admissions"]): readonly string[] {
  const types = Map.groupBy(admissions, ({ name }) => name);
  return [...types].map(([name, { length }]) => `${length} × ${name}`);
}

/** Returns whether the event's policy still covers the request, and the policy. */
async function policyText({ refundPolicy, insidePolicy }: RefundRequest, locale: string): Promise<string> {
  const [t, { Facts }] = await Promise.all([getTranslations("RefundRequests"), getMessages()]);
  if (!refundPolicy) return t("noPolicy");
  if (insidePolicy === undefined) return t("dateCancelled");
  return `${t(insidePolicy ? "insidePolicy" : "outsidePolicy")} ${refundText(refundPolicy, locale, Facts)}`;
}

/** Returns why a voucher takes nothing back and, where the service knows that, when and by whom it was disabled. */
async function closedText(
  { disabled }: ClosedVoucher,
  { timeZone }: RefundRequest | VoucherReturn,
  locale: string,
): Promise<string> {
  const t = await getTranslations("RefundRequests");
  if (disabled === undefined) return t("voucherEnded");
  const { at, by } = disabled;
  return at !== undefined && by !== undefined
    ? t("voucherDisabledBy", { when: momentText(at, locale, timeZone, "short"), who: by })
    : t("voucherDisabled");
}
