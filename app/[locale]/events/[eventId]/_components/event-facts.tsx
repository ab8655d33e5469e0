import { CalendarDays, MapPin } from "lucide-react";
import type { ReactNode } from "react";

export type EventFactsProps = {
  readonly when: string | undefined;
  readonly placeTime: string;
  readonly where: string;
  readonly address: string;
};

/** When and where, each with its sign. A time always says whose time it is. */
export function EventFacts({ when, placeTime, where, address }: EventFactsProps) {
  return (
    <ul className="flex flex-col gap-2">
      {when !== undefined && (
        <Fact icon={<CalendarDays aria-hidden="true" size={21} />}>
          <span className="figures font-medium">{when}</span>{" "}
          <span className="inline-block text-ink-muted">{placeTime}</span>
        </Fact>
      )}
      <Fact icon={<MapPin aria-hidden="true" size={21} />}>
        <bdi className="font-medium">{where}</bdi>
        {address !== "" && (
          <span className="hidden text-sm text-ink-muted sm:block">
            <bdi>{address}</bdi>
          </span>
        )}
      </Fact>
    </ul>
  );
}

function Fact({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex items-start gap-3">
      <span className="mt-0.5 text-accent-text">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
