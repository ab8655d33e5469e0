import { PosterShapes } from "#components/poster/poster-shapes.tsx";
import { hueOf } from "#lib/art/accent.ts";
import { brand } from "#lib/env.ts";

type ArtStripProps = {
  readonly eventId: number;
  /** An id that is unique on the page. */
  readonly id: string;
  readonly className: string;
};

/** A strip of the event's picture at the top of a ticket. */
export function ArtStrip({ eventId, id, className }: ArtStripProps) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 100 400 200"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <PosterShapes eventId={eventId} brandHue={hueOf(brand().BRAND_COLOUR)} gradient={`${id}-ground`} />
    </svg>
  );
}
