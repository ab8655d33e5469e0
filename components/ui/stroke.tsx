const SHAPES = { down: "m6 9 6 6 6-6", minus: "M5 12h14", plus: "M5 12h14M12 5v14" } as const;

type StrokeProps = { readonly shape: keyof typeof SHAPES; readonly size: number; readonly className?: string };

/** The three signs of the picker, in the manner of the others: the package that draws those would cost it a kilobyte of script. */
export function Stroke({ shape, size, className }: StrokeProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2.25}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={SHAPES[shape]} />
    </svg>
  );
}
