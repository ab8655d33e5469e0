import { getTranslations } from "next-intl/server";
import { Poster } from "#components/poster/poster.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { dayText, timeText } from "#lib/i18n/date-text.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

type EventRowProps = {
  readonly event: EventSummary;
  readonly locale: string;
  readonly now: Date;
  readonly brandHue: number;
  readonly picture: Picture | undefined;
};

/** One event in a narrow column of a promoter's page: picture, date, place, and lowest price. */
export async function EventRow({ event, locale, now, brandHue, picture }: EventRowProps) {
  const t = await getTranslations({ locale, namespace: "Common" });
  const { id, name, venue, firstDate, from, saleStatus } = event;
  return (
    <>
      <Poster eventId={id} brandHue={brandHue} picture={picture} use="thumb" className="aspect-square rounded-md" />
      <span className="flex min-w-0 flex-col gap-0.5">
        {firstDate !== undefined && (
          <span className="figures text-sm font-semibold text-accent-text">
            {dayText(firstDate, locale, venue.timeZone, now)}, {timeText(firstDate, locale, venue.timeZone)}
          </span>
        )}
        <span className="line-clamp-3 font-display text-lg leading-snug font-bold text-pretty group-hover:underline">
          <bdi>{name}</bdi>
        </span>
        <span className="text-sm text-ink-muted">
          <bdi>{[venue.name, venue.city].filter(Boolean).join(", ")}</bdi>
        </span>
        <span className="figures flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {from !== undefined &&
            (saleStatus === "ON_SALE" || saleStatus === "NOT_ON_SALE") &&
            (isZero(from) ? t("free") : t("from", { price: formatMoney(from, locale) }))}
          {saleStatus === "SOLD_OUT" && <Chip>{t("soldOut")}</Chip>}
          {saleStatus === "NOT_ON_SALE" && <Chip>{t("notOnSale")}</Chip>}
        </span>
      </span>
    </>
  );
}
