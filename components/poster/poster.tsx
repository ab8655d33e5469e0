import { ViewTransition } from "react";
import { PosterShapes } from "#components/poster/poster-shapes.tsx";
import { classNames } from "#components/ui/class-names.ts";

export type PosterProps = {
  readonly eventId: number;
  /** In degrees; the pictures' colours lie around it. */
  readonly brandHue: number;
  /** Gives the box its shape and its corners. */
  readonly className: string;
};

/** The picture of an Event, drawn from its id. It moves from the list to the event's page and back. */
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
