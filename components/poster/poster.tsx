import { ViewTransition } from "react";
import { PosterShapes } from "#components/poster/poster-shapes.tsx";
import { classNames } from "#components/ui/class-names.ts";

export type PosterProps = {
  readonly eventId: number;
  /** Hue in degrees; the picture's colours are near it. */
  readonly brandHue: number;
  /** Classes for size and corners. */
  readonly className: string;
};

/** The picture of an Event, derived from its id. It moves between the list and the event's page. */
export function Poster({ eventId, brandHue, className }: PosterProps) {
  return (
    <ViewTransition name={`poster-${eventId}`} share="poster" default="none">
      <svg
        aria-hidden="true"
        focusable="false"
        viewBox="0 0 400 400"
        preserveAspectRatio="xMidYMid slice"
        className={classNames("block w-full bg-sunken", className)}
      >
        <PosterShapes eventId={eventId} brandHue={brandHue} gradient={`poster-${eventId}`} />
      </svg>
    </ViewTransition>
  );
}
