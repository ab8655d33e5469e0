import { Lettering } from "#app/[locale]/events/[eventId]/_components/lettering.tsx";
import { Poster } from "#components/poster/poster.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

export type EventHeroProps = {
  readonly eventId: number;
  readonly name: string;
  readonly brandHue: number;
  readonly picture: Picture | undefined;
  /** What the account's picture shows. */
  readonly alt?: string | undefined;
  /** Shown at the bottom of the generated poster on a wide screen. */
  readonly when: string | undefined;
  readonly where: string;
};

/**
 * The event's picture. A generated one is behind the title on a phone, and a poster with text on a wide screen; nothing
 * is written on the account's own.
 */
export function EventHero({ eventId, name, brandHue, picture, alt, when, where }: EventHeroProps) {
  return (
    <div
      className={classNames(
        "relative isolate overflow-hidden rounded-xl lg:aspect-4/5 lg:rounded-2xl",
        picture === undefined ? "min-h-53" : "min-h-36",
      )}
    >
      <Poster
        eventId={eventId}
        brandHue={brandHue}
        picture={picture}
        alt={alt}
        use="hero"
        isFirst
        className="absolute inset-0 h-full"
      />
      {picture === undefined && <Lettering name={name} when={when} where={where} />}
    </div>
  );
}
