import { getLocale, getTranslations } from "next-intl/server";
import type { TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { Price } from "#components/price.tsx";
import { addMoney, isNothing, type Money } from "#lib/domain/money.ts";
import { allInPrice } from "#lib/domain/ticket-type.ts";

/** How the service says a Sale was paid, and the word for it. */
const METHODS: Readonly<Record<string, "methodCard" | "methodCash">> = {
  CREDIT_CARD: "methodCard",
  CASH: "methodCash",
};

/** What was paid. The total is the service's own; the lines say what it was for. */
export async function Receipt({ sale, tickets, reference }: TicketedSale) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const methods = isNothing(sale.total)
    ? t("methodFree")
    : [...new Set(sale.methods.map((method) => t(METHODS[method] ?? "methodOther")))].join(", ");

  const lines = linesOf(tickets);
  const none: Money = { minor: 0, currency: sale.total.currency };
  const gross = lines.map(({ total }) => total).reduce(addMoney, none);
  // What the lines come to and was not paid is what the rules of the promoter took off.
  const saved = gross.minor > sale.total.minor ? { ...none, minor: sale.total.minor - gross.minor } : none;

  return (
    <section
      aria-labelledby={`receipt-${reference} receipt-order-${reference}`}
      className="rounded-xl border border-line bg-surface p-5"
    >
      <h2 id={`receipt-${reference}`} className="text-xl">
        {t("receipt")}
      </h2>
      <p id={`receipt-order-${reference}`} className="figures text-sm text-ink-muted">
        {t("order", { reference })}
      </p>
      <dl className="figures mt-4 flex flex-col gap-2">
        {lines.map(({ name, quantity, total }) => (
          <Row key={name} term={t("line", { count: quantity, name })}>
            <Price money={total} locale={locale} />
          </Row>
        ))}
        {!isNothing(saved) && (
          <Row term={t("saved")}>
            <Price money={saved} locale={locale} />
          </Row>
        )}
        <div className="mt-1 flex justify-between gap-4 border-t border-line pt-3 text-lg font-semibold">
          <dt>{t("total")}</dt>
          <dd>
            <Price money={sale.total} locale={locale} />
          </dd>
        </div>
        {methods !== "" && <Row term={t("method")}>{methods}</Row>}
        {sale.buyer && <Row term={t("buyer")}>{`${sale.buyer.firstName} ${sale.buyer.lastName}`.trim()}</Row>}
      </dl>
      <p className="mt-3 text-sm text-ink-muted">{t("fees")}</p>
    </section>
  );
}

function Row({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt>{term}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}

/** Tickets of the same type in one line. */
function linesOf(tickets: TicketedSale["tickets"]) {
  const types = Map.groupBy(tickets, ({ admission }) => `${admission.ticketTypeId} ${admission.ticketTypeName}`);
  return [...types.values()].map((same) => ({
    name: same[0]?.admission.ticketTypeName ?? "",
    quantity: same.length,
    total: same.map(({ admission }) => allInPrice(admission)).reduce((sum, price) => addMoney(sum, price)),
  }));
}
