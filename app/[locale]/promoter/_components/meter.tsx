type MeterProps = { readonly sold: number; readonly reserved: number; readonly left: number };

/** Sold solid, reserved hatched, left empty. It stands beside the same numbers. */
export function Meter({ sold, reserved, left }: MeterProps) {
  const all = sold + reserved + left;
  if (all === 0) return null;
  const solid = (100 * sold) / all;
  const hatched = (100 * reserved) / all;
  const lines = Math.ceil(hatched / LINE);
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 10"
      preserveAspectRatio="none"
      className="h-2.5 w-full rounded-full border border-line-strong bg-sunken rtl:[scale:-1_1]"
    >
      <path d={`M0 0h${rounded(solid)}v10H0z`} className="fill-accent-edge" />
      <path
        d={Array.from(
          { length: lines },
          (_, at) => `M${rounded(solid + (at + 0.5) * LINE)} 0h${LINE / 2}v10h-${LINE / 2}z`,
        ).join("")}
        className="fill-accent-edge"
      />
    </svg>
  );
}

/** A line of the hatching with the gap before it, in hundredths of the width. */
const LINE = 1.2;

function rounded(width: number): number {
  return Math.round(width * 100) / 100;
}
