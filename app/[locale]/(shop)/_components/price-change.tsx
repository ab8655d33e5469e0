import { getTranslations } from "next-intl/server";
import { Price } from "#components/cart/price.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Money } from "#lib/ticketing/model/money.ts";

type PriceChangeProps = {
  /** `undefined` where the price has not changed. */
  readonly before: Money | undefined;
  readonly now: Money;
  readonly locale: string;
};

/** Shows the old and the new total, so that a changed price is never paid unnoticed. */
export async function PriceChange({ before, now, locale }: PriceChangeProps) {
  if (before === undefined) return null;
  const t = await getTranslations("Pay");
  return (
    <Panel tone="warn" className="flex flex-col gap-3">
      <h2 className="text-lg">{t("changedTitle")}</h2>
      <p>{t("changedText")}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <div>
          <dt className="text-sm">{t("before")}</dt>
          <dd className="text-xl">
            <s>
              <Price money={before} locale={locale} />
            </s>
          </dd>
        </div>
        <div>
          <dt className="text-sm">{t("now")}</dt>
          <dd className="text-xl font-semibold">
            <Price money={now} locale={locale} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
