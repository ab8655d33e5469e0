import { useTranslations } from "next-intl";
import { Price } from "#components/cart/price.tsx";
import type { ListedLine } from "#lib/cart/order-lines.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { inSection } from "#lib/i18n/words.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";

type OrderLinesProps = {
  readonly lines: readonly ListedLine[];
  readonly locale: string;
  /** Classes of the rows: borders and spacing. */
  readonly className?: string;
};

/** The lines of an order at full price. No discount is shown on a line. */
export function OrderLines({ lines, locale, className = "border-t border-line py-3" }: OrderLinesProps) {
  const t = useTranslations("Cart");
  return (
    <ul>
      {lines.map((line) => (
        <li key={`${line.name} ${line.section} ${line.each.minor}`} className={className}>
          <p className="flex justify-between gap-4">
            <span className="font-semibold">
              <LineLabel line={line} locale={locale} />
            </span>
            <Price money={line.total} locale={locale} free={t("free")} />
          </p>
          {line.showsEach && !isZero(line.each) && (
            <p className="figures text-sm text-ink-muted">{t("each", { price: formatMoney(line.each, locale) })}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

type LineLabelProps = {
  readonly line: Pick<ListedLine, "name" | "section" | "quantity">;
  readonly locale: string;
};

/** "2 × Adult, Floor" */
function LineLabel({ line: { name, section, quantity }, locale }: LineLabelProps) {
  return (
    <>
      <span className="figures">{quantity}</span> ×{" "}
      <bdi lang={contentLanguage()}>{inSection(name, section, locale)}</bdi>
    </>
  );
}
