import type { ReactNode } from "react";
import { OutsideLink } from "#components/site/seller-links.tsx";

type EventFactsProps = {
  readonly when: string | undefined;
  /** The time zone, for readers in another one. */
  readonly zone: ReactNode;
  readonly where: string;
  readonly address: string;
  readonly mapUrl: string | undefined;
  readonly mapText: string;
  /** The lowest price. */
  readonly price: ReactNode;
};

/** Date, place and lowest price, each with an icon. */
export function EventFacts({ when, zone, where, address, mapUrl, mapText, price }: EventFactsProps) {
  return (
    <div className="flex flex-col gap-2 lg:flex-row lg:items-center lg:justify-between">
      <ul className="flex min-w-0 flex-col gap-1">
        {when !== undefined && (
          <Fact sign="calendar">
            <span className="figures inline-block text-balance">{when}</span>
            <span className="text-sm">{zone}</span>
          </Fact>
        )}
        <Fact sign="place">
          <bdi>{where}</bdi>
          {/* On its own line, so that the fallback font of the first paint does not break it elsewhere. */}
          <span className="block text-sm text-ink-muted max-lg:hidden">
            <bdi>{address}</bdi>
            {mapUrl !== undefined && (
              <>
                {" "}
                <OutsideLink
                  href={mapUrl}
                  className="-my-3 inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
                >
                  {mapText}
                </OutsideLink>
              </>
            )}
          </span>
        </Fact>
      </ul>
      {price}
    </div>
  );
}

/** SVG paths, since the icon package would add over a kilobyte to this page's script. */
const SIGNS = {
  calendar:
    "M8 2v4M16 2v4M3 10h18M5 4h14a2 2 0 0 1 2 2v13a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8 14h.01M12 14h.01M16 14h.01M8 17.5h.01M12 17.5h.01",
  place:
    "M12 21.5c4.8-4.6 7.5-8 7.5-11.5a7.5 7.5 0 0 0-15 0c0 3.5 2.7 6.9 7.5 11.5zM12 12.75a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5z",
} as const;

type FactProps = { readonly sign: keyof typeof SIGNS; readonly children: ReactNode };

function Fact({ sign, children }: FactProps) {
  return (
    <li className="flex items-start gap-2">
      <svg
        aria-hidden="true"
        width={20}
        height={20}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        className="mt-0.5 shrink-0 text-accent-text"
      >
        <path d={SIGNS[sign]} />
      </svg>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
