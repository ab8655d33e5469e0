import type { Route } from "next";
import { getMessages, getTranslations } from "next-intl/server";
import { ChangeForm } from "#app/[locale]/promoter/_components/form/change-form.tsx";
import type { AtWork } from "#app/[locale]/promoter/promoter-page.tsx";
import { decideRequest } from "#app/[locale]/promoter/refunds/actions.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { refundText } from "#lib/catalogue/facts-text.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import type { OtherDate } from "#lib/promoter/refund-decisions.ts";
import type { ClosedVoucher, RefundRequest, VoucherReturn } from "#lib/ticketing/manage/refund-requests.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { DecisionCard } from "./decision-card.tsx";

type RequestCardProps = {
  readonly request: RefundRequest;
  readonly otherDate: OtherDate | undefined;
  readonly at: AtWork;
};

/** Returns what the buttons of a request share: none is the primary, since no answer is better than the others. */
async function decisionForm(describedBy: string) {
  const { RefundRequests, Common, Errors } = await getMessages();
  return {
    action: decideRequest,
    words: { title: RefundRequests.title, problem: Common.problem, lost: Errors.lost },
    button: (value: "refund" | "refundLessFee" | "sendNew" | "leave", label: string) =>
      ({
        kind: "secondary",
        name: "decision",
        value,
        children: label,
        pendingLabel: RefundRequests.working,
        "aria-describedby": describedBy,
        className: "max-sm:w-full",
      }) as const,
  };
}

/** What a buyer asks for, and the answers. */
export async function RequestCard({ request, otherDate, at: { locale, promoter } }: RequestCardProps) {
  const { id, state, admissions, reason, declineReason, voucher, amount, fee, refunded, refused, timeZone } = request;
  const t = await getTranslations("RefundRequests");
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
  const describedBy = notes.length > 0 ? `${heading} ${heading}-notes` : heading;
  const { button, ...form } = await decisionForm(describedBy);
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
          <ChangeForm
            {...form}
            hidden={{ locale, id, ...(givesNewVoucher && { newVoucher: 1 }) }}
            buttons={[
              button("refund", t("refund", { amount: formatMoney(amount, locale) })),
              // Without a fee there is one refund.
              ...(fee.minor === 0
                ? []
                : [button("refundLessFee", t("refundLessFee", { amount: formatMoney(lessFee, locale) }))]),
            ]}
          >
            <a
              href={`/${locale}/promoter/refunds/${id}/decline` as Route}
              aria-describedby={describedBy}
              className={buttonClass("secondary", "max-sm:w-full")}
            >
              {t("decline")}
            </a>
          </ChangeForm>
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
  const t = await getTranslations("RefundRequests");
  const heading = `return-${id}`;
  const maySend = promoter.capabilities.includes("MANAGE");
  const { button, ...form } = await decisionForm(`${heading} ${heading}-notes`);
  return (
    <DecisionCard of={back} heading={heading} amount={amount} tickets={[t("byVoucher")]} locale={locale}>
      {state === "WAITING" && (
        <>
          <Panel tone="warn" id={`${heading}-notes`}>
            {`${await closedText(voucher, back, locale)} ${t("voucherWaits")}`}
          </Panel>
          <ChangeForm
            {...form}
            hidden={{ locale, id }}
            buttons={[...(maySend ? [button("sendNew", t("sendNew"))] : []), button("leave", t("leave"))]}
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
