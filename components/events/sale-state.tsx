import { useTranslations } from "next-intl";
import { Dotted } from "#components/ui/dotted.tsx";
import { presaleOf, statusText } from "#lib/catalogue/price-text.ts";
import type { Event, SaleStatus } from "#lib/ticketing/model/event.ts";

type SaleStateProps = {
  readonly state: Exclude<SaleStatus, "ON_SALE">;
  readonly event: Pick<Event, "saleStatus" | "from" | "presale">;
  /** When the sale begins for everybody, in words. */
  readonly opening: string | undefined;
  readonly locale: string;
};

/** How the sale of an event stands that is not on sale to everybody. In a presale it says both what is on sale now and when the rest is. */
export function SaleState({ state, event, opening, locale }: SaleStateProps) {
  const t = useTranslations("Event");
  const presale = presaleOf(event) && statusText(event, locale);
  return (
    <>
      <h2 className="text-xl">{presale ?? opening ?? t(`state.${state}`)}</h2>
      {presale !== undefined && opening !== undefined && (
        <p>
          <Dotted>
            {t("forEveryone")}
            {opening}
          </Dotted>
        </p>
      )}
    </>
  );
}
