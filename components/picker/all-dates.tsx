import { ChevronDown } from "lucide";
import { type ComponentType, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import type { DateCalendarProps } from "./date-calendar.tsx";
import { TILE } from "./date-tile.tsx";

export type AllDatesProps = DateCalendarProps & {
  /** The tiles before the one that opens the months; the months take their place. */
  readonly children: ReactNode;
};

/** A row of tiles that scrolls, and the months below it once they are asked for: they would be most of this page's script. */
export function AllDates({ children, ...calendar }: AllDatesProps) {
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<ComponentType<DateCalendarProps>>();
  const months = useRef<HTMLDivElement>(null);

  async function load() {
    const { DateCalendar } = await import("./date-calendar.tsx");
    setCalendar(() => DateCalendar);
  }

  useEffect(() => {
    if (isOpen && Calendar !== undefined) months.current?.scrollIntoView({ block: "nearest" });
  }, [isOpen, Calendar]);

  /** A pointer's choice closes the months; a keyboard may still be on its way to another date. */
  function closeAfterPointer({ detail, target }: MouseEvent) {
    if (detail === 0 || !(target instanceof HTMLInputElement) || Number(target.dataset.times ?? 1) > 1) return;
    // After the press has made its choice: a render in between would put the old one back.
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
          className={`flex flex-col items-center justify-center px-1 text-sm leading-tight font-semibold text-accent-text ${TILE}`}
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
