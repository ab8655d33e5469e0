import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Price } from "#components/cart/price.tsx";
import type { SavingRow, Summary } from "#lib/cart/summary.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";

type SummaryRowsProps = {
  readonly summary: Pick<Summary, "subtotal" | "rows" | "saved">;
  readonly locale: string;
  /** Shown below the name of a saving that needed a code; by default the code itself. */
  readonly codeOf?: (row: SavingRow) => ReactNode;
};

/** The subtotal and each saving, where there is one. */
export function SummaryRows({ summary: { subtotal, rows, saved }, locale, codeOf }: SummaryRowsProps) {
  const t = useTranslations("Cart");
  if (saved === undefined) return null;
  return (
    <dl className="flex flex-col gap-2">
      <div className="flex justify-between gap-4">
        <dt>{t("subtotal")}</dt>
        <dd>
          <Price money={subtotal} locale={locale} />
        </dd>
      </div>
      {rows.map((row) => (
        <div key={row.rule} className="flex items-start justify-between gap-4">
          <dt className="min-w-0">
            <bdi lang={contentLanguage()}>{row.name}</bdi>
            {row.code !== undefined && (codeOf?.(row) ?? <CodeChip code={row.code} />)}
          </dt>
          <dd className="shrink-0 font-semibold text-ok">
            <span className="figures whitespace-nowrap">{negativeAmount(row.amount, locale)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type SummaryTotalProps = {
  readonly total: Money;
  /** The sum of all savings, where there are several. */
  readonly saved?: Money | undefined;
  readonly locale: string;
  /** The texts of a paid order. */
  readonly words?: { readonly total: string; readonly included: string };
};

/** The total, and the sum of all savings. */
export function SummaryTotal({ total, saved, locale, words }: SummaryTotalProps) {
  const t = useTranslations("Cart");
  return (
    // A long amount has its own line on a narrow phone.
    <div className="flex flex-wrap items-start justify-end gap-x-4">
      <p className="flex-1 basis-16">
        <span className="text-lg font-semibold">{words?.total ?? t("total")}</span>
      </p>
      <p className="flex flex-col items-end gap-1">
        <Price
          money={total}
          locale={locale}
          free={t("free")}
          className="font-display text-[1.75rem]/8 font-bold [font-variant-numeric:proportional-nums] in-[body:has([data-changing])]:text-ink-muted"
        />
        {saved !== undefined && (
          <span className="figures rounded-xs bg-ok-soft px-2 py-0.5 text-xs font-semibold text-ok">
            {t("youSave", { amount: formatMoney(saved, locale) })}
          </span>
        )}
      </p>
      {/* It is too long for a column beside the amount. */}
      {!isZero(total) && (
        <p className="basis-full text-xs text-ink-muted text-pretty">{words?.included ?? t("included")}</p>
      )}
    </div>
  );
}

export function CodeChip({ code }: { readonly code: string }) {
  return (
    <span className="figures me-1 inline-block rounded-xs border border-dashed border-ok bg-ok-soft px-2 py-0.5 text-xs font-semibold text-ok">
      <bdi>{code}</bdi>
    </span>
  );
}

/** Returns a deducted amount with a typographic minus sign: "−NZ$9.70". */
export function negativeAmount({ minor, currency }: Money, locale: string): string {
  return formatMoney({ minor: -minor, currency }, locale).replace("-", "\u2212");
}
