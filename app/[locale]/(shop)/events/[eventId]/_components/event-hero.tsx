import { Poster } from "#components/poster/poster.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

type EventHeroProps = {
  readonly eventId: number;
  readonly brandHue: number;
  readonly picture: Picture | undefined;
  /** What the account's picture shows. */
  readonly alt?: string | undefined;
};

/**
 * The event's picture. A generated one is behind the title on a phone, and beside it on a wide screen, where it repeats no word.
 */
export function EventHero({ eventId, brandHue, picture, alt }: EventHeroProps) {
  return (
    <div
      className={classNames(
        "relative isolate overflow-hidden rounded-xl lg:aspect-4/5 lg:rounded-2xl",
        picture === undefined ? "min-h-46" : "min-h-32",
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
    </div>
  );
}
