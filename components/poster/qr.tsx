import { qrSquare } from "#lib/art/qr-square.ts";

type QrProps = {
  readonly text: string;
  readonly label: string;
  /** Of one module: the drawing is a whole multiple of it, whatever room there is. */
  readonly pixels?: number;
  readonly className?: string;
};

/** A short code gets larger modules rather than a smaller picture: a scanner reads it from a hand's length. */
const SIDE_PIXELS_MIN = 240;

/** Black on white in every theme, on screen and on paper: a scanner does not know about dark mode. */
export function Qr({ text, label, pixels, className = "" }: QrProps) {
  const { size, path } = qrSquare(text);
  const side = pixels === undefined ? undefined : size * Math.max(pixels, Math.ceil(SIDE_PIXELS_MIN / size));
  return (
    <svg
      {...(side !== undefined && { width: side, height: side })}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={className}
      data-qr=""
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  );
}
