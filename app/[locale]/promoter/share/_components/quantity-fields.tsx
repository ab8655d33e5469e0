import { getTranslations } from "next-intl/server";
import { Select } from "#components/ui/select.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { inSection } from "#lib/i18n/words.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";
import { distinctSection } from "#lib/ticketing/model/admission.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { allInPrice, type OfferingGroup, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import type { SelectionLine } from "#lib/ticketing/model/reservation.ts";

type QuantityFieldsProps = {
  /** The date on which the link opens. */
  readonly date: OfferingGroup;
  readonly wanted: readonly SelectionLine[];
  readonly locale: string;
};

/** How many tickets of each type a link preselects. */
export async function QuantityFields({ date, wanted, locale }: QuantityFieldsProps) {
  const t = await getTranslations("Kit");
  const chosen = new Map(wanted.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]));
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-2 font-semibold">{t("quantities")}</legend>
      {ticketTypesOf(date).map((ticketType) => (
        <div key={ticketType.id} className="flex items-center justify-between gap-4">
          <label htmlFor={`qty.${ticketType.id}`} className="min-w-0">
            <bdi lang={contentLanguage()}>
              {inSection(ticketType.name, distinctSection(ticketType.name, ticketType.section.name), locale)}
            </bdi>
            <span className="figures block text-sm text-ink-muted">{formatMoney(allInPrice(ticketType), locale)}</span>
          </label>
          <div className="w-28 shrink-0">
            <Select
              id={`qty.${ticketType.id}`}
              name={`qty.${ticketType.id}`}
              defaultValue={chosen.get(ticketType.id) ?? ""}
            >
              <option value="">0</option>
              {Array.from(
                { length: Math.min(ticketType.maximum ?? VISITOR_PLACES_MAX, VISITOR_PLACES_MAX) },
                (_, at) => at + 1,
              ).map((count) => (
                <option key={count} value={count}>
                  {count}
                </option>
              ))}
            </Select>
          </div>
        </div>
      ))}
    </fieldset>
  );
}
