import { posterArt } from "#lib/art/poster-art.ts";

export type PosterShapesProps = {
  readonly eventId: number;
  /** In degrees; the picture's colours lie around it. */
  readonly brandHue: number;
  /** Unlike any other on the page: the drawing's colours are looked up by it. */
  readonly gradient: string;
};

/** The picture of an Event, for whichever part of it an `svg` shows. */
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
