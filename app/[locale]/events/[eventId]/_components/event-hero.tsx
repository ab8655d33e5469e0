import { Lettering } from "#app/[locale]/events/[eventId]/_components/lettering.tsx";
import { Poster } from "#components/poster/poster.tsx";

export type EventHeroProps = {
  readonly eventId: number;
  readonly name: string;
  readonly brandHue: number;
  /** Shown at the bottom of the poster on a wide screen. */
  readonly when: string | undefined;
  readonly where: string;
};

/** The event's picture: behind the title on a phone, a poster with text on a wide screen. */
export function EventHero({ eventId, name, brandHue, when, where }: EventHeroProps) {
  return (
    <div className="relative isolate min-h-53 overflow-hidden rounded-xl lg:aspect-4/5 lg:rounded-2xl">
      <Poster eventId={eventId} brandHue={brandHue} className="absolute inset-0 h-full" />
      <Lettering name={name} when={when} where={where} />
    </div>
  );
}
