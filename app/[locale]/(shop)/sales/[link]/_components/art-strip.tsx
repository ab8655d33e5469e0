import { EventPicture } from "#components/poster/event-picture.tsx";
import { PosterShapes } from "#components/poster/poster-shapes.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { pictureOfEvent } from "#lib/catalogue/pictures/page-pictures.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

type ArtStripProps = {
  readonly eventId: number;
  /** An id that is unique on the page. */
  readonly id: string;
  readonly className: string;
};

/** A strip of the event's picture at the top of a ticket. */
export async function ArtStrip({ eventId, id, className }: ArtStripProps) {
  const picture = await pictureOfEvent(eventId);
  if (picture !== undefined)
    return <EventPicture picture={picture} use="strip" className={classNames("object-cover", className)} />;
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 100 400 200"
      preserveAspectRatio="xMidYMid slice"
      className={className}
    >
      <PosterShapes eventId={eventId} brandHue={await currentHue()} gradient={`${id}-ground`} />
    </svg>
  );
}
