import { Ban, Check, type IconNode, Undo2 } from "lucide";
import { getTranslations } from "next-intl/server";
import { Fragment, type ReactNode } from "react";
import { StatusChip, type StatusTone } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { Dotted } from "#components/ui/dotted.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import type { RefundRequest, VoucherReturn } from "#lib/ticketing/manage/refund-requests.ts";
import { formatMoney, type Money } from "#lib/ticketing/model/money.ts";

type State = (RefundRequest | VoucherReturn)["state"];

const LOOKS: Readonly<Record<Exclude<State, "OPEN" | "WAITING">, readonly [StatusTone, IconNode]>> = {
  APPROVED: ["ok", Check],
  SENT: ["ok", Check],
  DECLINED: ["bad", Ban],
  LEFT: ["off", Ban],
  WITHDRAWN: ["off", Undo2],
};

type DecisionCardProps = {
  readonly of: RefundRequest | VoucherReturn;
  /** The id of its heading. */
  readonly heading: string;
  readonly amount: Money;
  /** Such as "2 × Adult". */
  readonly tickets: readonly string[];
  readonly locale: string;
  readonly children: ReactNode;
};

/** What a manager decides about, or has decided: who asks, for which tickets of which order, and the sum. */
export async function DecisionCard({ of, heading, amount, tickets, locale, children }: DecisionCardProps) {
  const { created, event, buyer, order, eventDates, timeZone, decided, state } = of;
  const [t, tSale] = await Promise.all([getTranslations("RefundRequests"), getTranslations("Sale")]);
  const when = (at: string) => momentText(at, locale, timeZone, "short");
  const decision = state === "OPEN" || state === "WAITING" ? undefined : { text: t(state), look: LOOKS[state] };
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 shadow-raise lg:p-6">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1">
        <h2 id={heading} className="text-lg wrap-anywhere">
          <bdi>{buyer.name}</bdi>
        </h2>
        <p className="figures text-end text-lg font-semibold">{formatMoney(amount, locale)}</p>
        <div className="col-span-full flex flex-col gap-0.5 text-sm text-ink-muted">
          <p className="text-ink">
            <Dotted>
              <bdi lang={contentLanguage()}>{event.name}</bdi>
              {eventDates.map(({ id, startDate }) => (
                <Fragment key={id}>{when(startDate)}</Fragment>
              ))}
              {tickets.map((text) => (
                <bdi key={text} lang={contentLanguage()}>
                  {text}
                </bdi>
              ))}
            </Dotted>
          </p>
          <p>
            <Dotted>
              {order !== undefined && <bdi>{tSale("order", { reference: order })}</bdi>}
              <bdi className="wrap-anywhere">{buyer.email}</bdi>
              {t("admissions" in of ? "requestedAt" : "refundedAt", {
                when: when(created),
              })}
            </Dotted>
          </p>
        </div>
      </div>
      {children}
      {decision !== undefined && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusChip tone={decision.look[0]} icon={decision.look[1]}>
            {decision.text}
          </StatusChip>
          {decided !== undefined && (
            <p className="text-sm text-ink-muted">
              {decided.by === undefined
                ? t("decidedAt", { when: when(decided.at) })
                : t("decidedBy", { when: when(decided.at), who: decided.by })}
            </p>
          )}
        </div>
      )}
    </li>
  );
}
