import { ViewTransition } from "react";
import { posterArt } from "#components/poster-art.ts";
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
  const { ground, shapes } = posterArt(`event-${eventId}`, brandHue);
  const gradient = `poster-${eventId}`;
  return (
    <ViewTransition name={`poster-${eventId}`} share="poster" default="none">
      <svg
        aria-hidden="true"
        focusable="false"
        viewBox="0 0 400 400"
        preserveAspectRatio="xMidYMid slice"
        className={classNames("block w-full bg-sunken", className)}
      >
        <linearGradient id={gradient} x2="0" y2="1">
          <stop stopColor={ground[0]} />
          <stop offset="1" stopColor={ground[1]} />
        </linearGradient>
        <path fill={`url(#${gradient})`} d="M-400-400h1200v1200h-1200Z" />
        {shapes.map(({ fill, d, faint = false }) => (
          <path key={fill} fill={fill} d={d} {...(faint && { opacity: 0.35 })} />
        ))}
      </svg>
    </ViewTransition>
  );
}
