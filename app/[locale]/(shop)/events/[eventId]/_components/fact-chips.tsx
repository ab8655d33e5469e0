import { useTranslations } from "next-intl";
import { classNames } from "#components/ui/class-names.ts";
import { agesText, type DoorsRule, doorsText, refundableText } from "#lib/catalogue/facts-text.ts";
import { priceOf } from "#lib/catalogue/price-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { allowsRefunds, type Event } from "#lib/ticketing/model/event.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";

/** Without a policy refunds are not mentioned. */
type EventFacts = Pick<Event, "ageLimit" | "venue"> & { readonly refundPolicy: Event["refundPolicy"] };

type FactChipsProps = { readonly event: EventFacts; readonly doors: DoorsRule | undefined; readonly locale: string };

/** Doors, ages and refunds in a word or two each, as far as the organiser has stated them. */
export function FactChips({ event: { ageLimit, refundPolicy, venue }, doors, locale }: FactChipsProps) {
  const words = wordsOf(locale).Facts;
  const chips = [
    doors && { sign: SIGNS.clock, text: doorsText(doors, locale, venue.timeZone, words) },
    ageLimit !== undefined && { sign: SIGNS.people, text: agesText(ageLimit, words) },
    allowsRefunds(refundPolicy) && { sign: SIGNS.shield, text: refundableText(refundPolicy, locale, words) },
  ].filter((chip) => typeof chip === "object");
  if (chips.length === 0) return null;
  return (
    <ul aria-label={words.title} className="flex flex-wrap gap-1.5 lg:gap-2">
      {chips.map(({ sign, text }) => (
        <li
          key={sign}
          className="figures inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md border border-line bg-sunken px-2 text-xs font-semibold"
        >
          <svg
            aria-hidden="true"
            width={16}
            height={16}
            viewBox="0 0 24 24"
            fill="none"
            stroke="currentColor"
            strokeWidth={2}
            strokeLinecap="round"
            strokeLinejoin="round"
            className="shrink-0 text-ink-muted max-sm:hidden"
          >
            <path d={sign} />
          </svg>
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** SVG paths, since the icon package would add over a kilobyte to this page's script. */
const SIGNS = {
  clock: "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zM12 6v6l4 2",
  people:
    "M16 21v-2a4 4 0 0 0-4-4H6a4 4 0 0 0-4 4v2M9 3a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM22 21v-2a4 4 0 0 0-3-3.87M16 3.13a4 4 0 0 1 0 7.75",
  shield:
    "M20 13c0 5-3.5 7.5-7.66 8.95a1 1 0 0 1-.67-.01C7.5 20.5 4 18 4 13V6a1 1 0 0 1 1-1c2 0 4.5-1.2 6.24-2.72a1.17 1.17 0 0 1 1.52 0C14.51 3.81 17 5 19 5a1 1 0 0 1 1 1zM9 12l2 2 4-4",
} as const;

type PriceFromProps = {
  readonly event: Pick<Event, "from" | "presale" | "saleStatus">;
  readonly locale: string;
  /** The order bar has it, which needs script. */
  readonly isInBar: boolean;
};

/** "From $18.50", in a presale its own. Renders nothing if nothing is for sale. */
export function PriceFrom({ event, locale, isInBar }: PriceFromProps) {
  const t = useTranslations("Common");
  const from = priceOf(event);
  if (from === undefined) return null;
  const amount = (text: string) => (
    <span className="font-display text-xl leading-6.5 font-bold whitespace-nowrap text-ink lg:block">{text}</span>
  );
  return (
    <p className={classNames("shrink-0 text-xs text-ink-muted lg:text-end", isInBar && "unless-script")}>
      {isZero(from)
        ? amount(t("free"))
        : t.rich("fromAmount", { price: formatMoney(from, locale), amount: (chunks) => amount(String(chunks)) })}
    </p>
  );
}

type PartOfProps = {
  readonly groups: Event["groups"];
  readonly locale: string;
  /** On a phone it is on the generated picture. */
  readonly isOnPicture: boolean;
};

/** The festival or series of the event, above its title. */
export function PartOf({ groups, locale, isOnPicture }: PartOfProps) {
  const t = useTranslations("Event");
  if (groups.length === 0) return null;
  return (
    <p className={`text-xs font-semibold lg:text-base ${isOnPicture ? "lg:text-accent-text" : "text-accent-text"}`}>
      <span className="sr-only">{t("partOf")}</span>{" "}
      {groups.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <a href={`/${locale}/groups/${id}`} className="inline-block py-1 underline-offset-4 hover:underline">
            <bdi lang={contentLanguage()}>{name}</bdi>
          </a>
        </span>
      ))}
    </p>
  );
}
