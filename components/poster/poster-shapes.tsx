import { posterArt } from "#lib/tickets/art/poster-art.ts";

type PosterShapesProps = {
  readonly eventId: number;
  /** Hue in degrees; the picture's colours are near it. */
  readonly brandHue: number;
  /** An id that is unique on the page. */
  readonly gradient: string;
};

/** The shapes of an Event's picture, inside an `svg` that crops them. */
export function PosterShapes({ eventId, brandHue, gradient }: PosterShapesProps) {
  const { ground, shapes } = posterArt(`event-${eventId}`, brandHue);
  return (
    <>
      <linearGradient id={gradient} x2="0" y2="1">
        <stop stopColor={ground[0]} />
        <stop offset="1" stopColor={ground[1]} />
      </linearGradient>
      <path fill={`url(#${gradient})`} d="M-400-400h1200v1200h-1200Z" />
      {shapes.map(({ fill, d, faint = false }) => (
        <path key={fill} fill={fill} d={d} {...(faint && { opacity: 0.35 })} />
      ))}
    </>
  );
}
