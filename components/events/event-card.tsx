import type { Route } from "next";
import type { ReactNode } from "react";
import { Poster } from "#components/poster/poster.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { PageLink } from "#components/ui/page-link.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

type EventCardProps = {
  readonly eventId: number;
  readonly href: Route;
  readonly title: string;
  readonly when?: string | undefined;
  readonly where: string;
  /** "From $48.50" */
  readonly price?: ReactNode;
  /** Shown in place of a price: "Sold out". */
  readonly state?: string | undefined;
  readonly tags: readonly string[];
  readonly brandHue: number;
  readonly picture: Picture | undefined;
  /** Shows the first event of a list large, with its picture beside it on a wide screen. */
  readonly lead?: boolean;
  /** Whether it is on the first screen. */
  readonly isEager?: boolean;
};

/**
 * An event card, all of which is a link. On a phone all but the first are rows, so that five fit on a screen. Rows are aligned at
 * the top: a browser may paint a row before it has parsed all of it, and centred content would then move.
 */
export function EventCard({ lead = false, isEager = false, ...card }: EventCardProps) {
  return (
    <article className="h-full">
      <PageLink
        href={card.href}
        className={classNames(
          "group h-full rounded-xl no-underline",
          lead
            ? "grid gap-x-12 gap-y-4 lg:grid-cols-[7fr_5fr] lg:items-center"
            : "grid grid-cols-[6.5rem_1fr] items-start gap-4 sm:flex sm:flex-col sm:items-stretch",
        )}
      >
        <div
          className={classNames(
            "relative overflow-hidden bg-sunken",
            lead ? "rounded-2xl" : "rounded-lg sm:rounded-xl",
          )}
        >
          <Poster
            eventId={card.eventId}
            brandHue={card.brandHue}
            picture={card.picture}
            use={lead ? "lead" : "card"}
            isFirst={lead}
            isEager={isEager}
            className={classNames(
              "eased [transition-duration:300ms] group-hover:scale-[1.03]",
              lead ? "aspect-2/1 sm:aspect-21/9 lg:aspect-16/10" : "aspect-square sm:aspect-4/3",
            )}
          />
        </div>
        <Facts {...card} lead={lead} />
      </PageLink>
    </article>
  );
}

function Facts({
  title,
  when,
  where,
  price,
  state,
  tags,
  lead,
}: Omit<EventCardProps, "lead" | "isEager"> & { readonly lead: boolean }) {
  return (
    <div className={classNames("flex min-w-0 flex-col", lead ? "gap-1.5 lg:gap-3" : "gap-0.5 sm:gap-1")}>
      {when !== undefined && <p className="figures text-sm font-semibold text-accent-text">{when}</p>}
      <h2
        className={classNames(
          "text-pretty decoration-2 underline-offset-4 group-hover:underline",
          lead ? "text-2xl lg:text-3xl" : "line-clamp-3 text-lg leading-snug sm:text-xl",
        )}
      >
        <bdi lang={contentLanguage()}>{title}</bdi>
      </h2>
      <p className="text-sm text-ink-muted">
        <bdi>{where}</bdi>
      </p>
      <p className={classNames("flex flex-wrap items-center gap-x-3 gap-y-1 pt-0.5", lead && "lg:pt-2")}>
        {price !== undefined && <span className={classNames("font-semibold", lead && "text-lg")}>{price}</span>}
        {state !== undefined && <Chip>{state}</Chip>}
        {tags.map((tag) => (
          <span key={tag} className={classNames("text-xs text-ink-faint", !lead && "max-sm:hidden")}>
            {tag}
          </span>
        ))}
      </p>
    </div>
  );
}
