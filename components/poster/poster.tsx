import { type ReactNode, ViewTransition } from "react";
import { EventPicture, type PictureUse } from "#components/poster/event-picture.tsx";
import { PosterShapes } from "#components/poster/poster-shapes.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

type PosterProps = {
  readonly eventId: number;
  /** Hue in degrees; the generated picture's colours are near it. */
  readonly brandHue: number;
  /** The account's own picture; without it one is generated. */
  readonly picture: Picture | undefined;
  /** What the account's picture shows. */
  readonly alt?: string | undefined;
  readonly use: PictureUse;
  readonly isFirst?: boolean;
  readonly isEager?: boolean;
  /** Classes for size and corners. */
  readonly className: string;
};

/**
 * The picture of an Event: the account's own, or one derived from the Event's id in the same box. It moves between the
 * list and the event's page.
 */
export function Poster({
  eventId,
  brandHue,
  picture,
  alt,
  use,
  isFirst = false,
  isEager = false,
  className,
}: PosterProps) {
  const around = (image: ReactNode) => (
    <ViewTransition name={`poster-${eventId}`} share="poster" default="none">
      {image}
    </ViewTransition>
  );
  const box = classNames("block w-full bg-sunken", className);
  if (picture !== undefined)
    return (
      <EventPicture
        picture={picture}
        use={use}
        alt={alt}
        isFirst={isFirst}
        isEager={isEager}
        around={around}
        className={classNames(box, "object-cover")}
      />
    );
  return around(
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 400 400"
      preserveAspectRatio="xMidYMid slice"
      className={box}
    >
      <PosterShapes eventId={eventId} brandHue={brandHue} gradient={`poster-${eventId}`} />
    </svg>,
  );
}
