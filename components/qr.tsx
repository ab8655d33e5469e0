import { qrSquare } from "#components/qr-square.ts";

/** Black on white in every theme, on screen and on paper: a scanner does not know about dark mode. */
export function Qr({ text, label, className = "" }: { text: string; label: string; className?: string }) {
  const { size, path } = qrSquare(text);
  return (
    <svg
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
