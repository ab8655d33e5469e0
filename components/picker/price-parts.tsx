import type { PickerDate } from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { fill } from "#lib/i18n/words.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";

export type PricePartsProps = {
  readonly date: PickerDate;
  readonly locale: string;
  readonly words: PickerWords;
};

/** The parts of each price: ticket and fee. */
export function PriceParts({ date: { sections, merchandise }, locale, words }: PricePartsProps) {
  const withFee = [...sections, { name: "", items: merchandise }].flatMap(({ name: section, items }) =>
    items.flatMap((item) => (typeof item === "string" || isZero(item.fee) ? [] : [{ ...item, section }])),
  );
  if (withFee.length === 0) return null;
  return (
    <details className="text-sm">
      <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
        {words.inPrice}
      </summary>
      <dl className="figures flex flex-col gap-1 pt-1">
        {withFee.map(({ id, name, section, ticket, fee }) => (
          <div key={id} className="flex justify-between gap-4">
            <dt>
              <bdi>{name}</bdi>
              {sections.length > 1 && section !== "" && (
                <span className="text-ink-muted">
                  {" "}
                  <bdi>{section}</bdi>
                </span>
              )}
            </dt>
            <dd className="text-end text-ink-muted">
              {fill(words.fee, { price: formatMoney(ticket, locale), fee: formatMoney(fee, locale) })}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
