import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OutsideLink } from "#components/site/seller-links.tsx";
import { isOverDays, spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { type DoorsRule, doorsValue, refundText } from "#lib/catalogue/facts-text.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { addressText } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import type { Span } from "#lib/ticketing/model/span.ts";

/** Without a policy refunds are not mentioned. */
type EventFacts = Pick<Event, "ageLimit" | "venue" | "saleStatus"> & { readonly refundPolicy: Event["refundPolicy"] };

type GoodToKnowProps = {
  readonly event: EventFacts;
  readonly doors: DoorsRule | undefined;
  /** The dates that are not over. */
  readonly spans: readonly Span[];
  readonly locale: string;
  readonly now: Date;
};

/** Address, the times of a date over several days, doors, ages and refunds, as far as the organiser has stated them. */
export async function GoodToKnow({ event, doors, spans, locale, now }: GoodToKnowProps) {
  const [t, seller] = await Promise.all([getTranslations("Event"), currentSeller()]);
  const { Facts: words, Seller: links, Sale } = wordsOf(locale);
  const { venue, ageLimit, refundPolicy, saleStatus } = event;
  const only = spans.length === 1 ? spans[0] : undefined;
  const date = only && { startsAt: only.startsAt, timeZone: venue.timeZone, now };
  return (
    <section className="flex w-full max-w-prose flex-col gap-1">
      <h2 className="text-xl">{words.title}</h2>
      <dl className="ruled">
        {only !== undefined && isOverDays(only, venue.timeZone) && (
          <Row term={Sale.when}>{spanInFull(only, locale, venue.timeZone, "short")}</Row>
        )}
        {doors && <Row term={words.doorsLabel}>{doorsValue(doors, locale, venue.timeZone, words)}</Row>}
        {ageLimit !== undefined && (
          <Row term={words.agesLabel}>
            <bdi lang={contentLanguage()}>{ageLimit}</bdi>
          </Row>
        )}
        {refundPolicy !== undefined && saleStatus !== "CANCELLED" && (
          <Row term={words.refundsLabel}>
            {refundText(refundPolicy, locale, words, date)}{" "}
            {seller.refundPolicyUrl !== undefined && (
              <OutsideLink href={seller.refundPolicyUrl} className={LINK}>
                {links.refunds}
              </OutsideLink>
            )}
          </Row>
        )}
        <Row term={t("where")}>
          <bdi>{addressText([venue.name, venue.address || venue.city])}</bdi>{" "}
          {venue.mapUrl !== undefined && (
            <OutsideLink href={venue.mapUrl} className={LINK}>
              {words.map}
            </OutsideLink>
          )}
        </Row>
      </dl>
    </section>
  );
}

const LINK = "-my-3 inline-flex min-h-11 items-center text-accent-text underline underline-offset-4";

function Row({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[7.25rem_minmax(0,1fr)] gap-x-3 py-3 text-sm">
      <dt className="text-ink-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
