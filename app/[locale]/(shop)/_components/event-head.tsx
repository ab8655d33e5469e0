import type { Route } from "next";
import { Dotted } from "#components/ui/dotted.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { titleSize } from "#lib/i18n/title-size.ts";

type EventHeadProps = {
  readonly locale: string;
  readonly eventId: number;
  readonly name: string;
  readonly when: string | undefined;
  readonly where: string | undefined;
  /** The words of the link to the event. */
  readonly back: string;
  /** The page has a title of its own below. */
  readonly isUntitled?: boolean;
};

/** The event that a page is about, at its top, with the way back to it. */
export function EventHead({ locale, eventId, name, when, where, back, isUntitled = false }: EventHeadProps) {
  return (
    <div className="flex flex-col gap-2">
      {isUntitled ? (
        <p className="font-display text-2xl font-bold">
          <bdi lang={contentLanguage()}>{name}</bdi>
        </p>
      ) : (
        <h1 className={titleSize(name)}>
          <bdi lang={contentLanguage()}>{name}</bdi>
        </h1>
      )}
      <p className="text-ink-muted">
        <Dotted>
          {when}
          {where && <bdi>{where}</bdi>}
        </Dotted>
      </p>
      <a
        href={`/${locale}/events/${eventId}` as Route}
        className="tap inline-flex items-center self-start text-accent-text underline underline-offset-4"
      >
        {back}
      </a>
    </div>
  );
}
