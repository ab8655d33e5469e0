import type { IconNode } from "lucide";

type IconProps = {
  readonly of: IconNode;
  /** Pixels. */
  readonly size?: number;
  readonly strokeWidth?: number;
  readonly className?: string;
};

/**
 * An icon beside text with the same meaning. Icons are plain shapes: the package's React components would add a
 * kilobyte of script to every page with an icon.
 */
export function Icon({ of, size = 24, strokeWidth = 2, className }: IconProps) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {of.map(([Shape, attributes]) => (
        <Shape key={JSON.stringify(attributes)} {...attributes} />
      ))}
    </svg>
  );
}
