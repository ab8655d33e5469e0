import { ChevronDown } from "lucide";
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { useIsLive } from "#components/use-is-live.ts";
import type { DateCalendarProps } from "./date-calendar.tsx";
import { TILE } from "./date-tile.tsx";

export type AllDatesProps = DateCalendarProps & {
  /** The tiles before the button that opens the months, which replace them. */
  readonly children: ReactNode;
};

/**
 * A scrolling row of tiles, and a calendar of months below it. The calendar is loaded on demand: it would be most of
 * this page's script.
 */
export function AllDates({ children, ...calendar }: AllDatesProps) {
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps>>();
  const isLive = useIsLive();
  const months = useRef<HTMLDivElement>(null);

  async function load() {
    const { DateCalendar } = await import("./date-calendar.tsx");
    setCalendar(() => DateCalendar);
  }

  useEffect(() => {
    if (isOpen && Calendar !== undefined) months.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, Calendar]);

  /** Closes the months after a choice by pointer; by keyboard the next arrow key may choose another date. */
  function closeAfterPointer({ detail, target }: MouseEvent) {
    if (detail === 0 || !(target instanceof HTMLInputElement) || Number(target.dataset.times ?? 1) > 1) return;
    // After the change event: a render before it would restore the earlier choice.
    setTimeout(() => setOpen(false));
  }

  return (
    <>
      <div className="relative -mx-1 flex gap-1.75 overflow-x-auto p-1 *:w-20 *:shrink-0 lg:*:w-24">
        {!isOpen && children}
        <button
          type="button"
          aria-expanded={isOpen}
          onPointerEnter={load}
          onClick={() => {
            setOpen(!isOpen);
            void load();
          }}
          className={`flex flex-col items-center justify-center px-1 text-sm leading-tight font-semibold text-accent-text ${TILE}${isLive ? "" : " invisible"}`}
        >
          {calendar.words.allDates}
          <Icon of={ChevronDown} strokeWidth={2.25} size={18} className={isOpen ? "rotate-180" : ""} />
        </button>
      </div>
      {isOpen && (
        <div ref={months} className="min-h-80 scroll-mb-4" onClickCapture={closeAfterPointer}>
          {Calendar !== undefined && <Calendar {...calendar} />}
        </div>
      )}
    </>
  );
}
