import { qrSquare } from "#lib/tickets/art/qr-square.ts";

type QrProps = {
  readonly text: string;
  readonly label: string;
  /** Pixels of one module: the side is a multiple of it. */
  readonly pixels?: number;
  readonly className?: string;
};

/** A short code gets larger modules, so that a scanner reads it from a hand's distance. */
const SIDE_PIXELS_MIN = 240;

/** A QR code, black on white in every theme and in print: scanners do not read dark mode. */
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
