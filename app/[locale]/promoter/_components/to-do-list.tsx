import type { IconNode } from "lucide";
import type { Route } from "next";
import { buttonClass } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";

export type ToDo = {
  readonly icon: IconNode;
  readonly tone: "warn" | "bad" | "accent";
  /** What waits, with its number. */
  readonly title: string;
  readonly reason: string;
  readonly href: string;
  readonly button: string;
};

const TONES = {
  warn: "bg-warn-soft text-warn",
  bad: "bg-bad-soft text-bad",
  accent: "bg-accent-soft text-accent-on-soft",
};

/** What waits for the promoter, each with one button. */
export function ToDoList({ items }: { readonly items: readonly ToDo[] }) {
  return (
    <ul className="ruled grid">
      {items.map(({ icon, tone, title, reason, href, button }) => (
        <li
          key={href}
          className="grid grid-cols-[2rem_minmax(0,1fr)] items-center gap-x-3 gap-y-2 py-3 sm:grid-cols-[2rem_minmax(0,1fr)_auto]"
        >
          <span className={classNames("grid size-8 place-items-center rounded-full", TONES[tone])}>
            <Icon of={icon} size={18} />
          </span>
          <p className="text-sm">
            <span className="font-semibold">{title}</span>
            <br />
            <span className="text-ink-muted">{reason}</span>
          </p>
          <a
            href={href as Route}
            className={buttonClass("secondary", "px-4 py-2 text-sm max-sm:col-start-2 max-sm:justify-self-start")}
          >
            {button}
            <span className="sr-only">{` ${title}`}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
