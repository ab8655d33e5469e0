import { hueOf } from "#components/accent.ts";
import { posterArt } from "#components/poster-art.ts";
import { brand } from "#lib/env.ts";

type ArtStripProps = {
  readonly eventId: number;
  /** Unlike any other on the page: the drawing's colours are looked up by it. */
  readonly id: string;
  readonly className: string;
};

/** A strip of the event's own picture along the head of its ticket. */
export function ArtStrip({ eventId, id, className }: ArtStripProps) {
  const { ground, shapes } = posterArt(`event-${eventId}`, hueOf(brand().BRAND_COLOUR));
  const gradient = `${id}-ground`;
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 100 400 200"
      preserveAspectRatio="xMidYMid slice"
      className={className}
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
  );
}
