"use client";

import { CloudOff } from "lucide";
import { useMayBeOld } from "#app/[locale]/(shop)/sales/[link]/_components/offline/page-age.ts";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { dateOfParts } from "#lib/i18n/date-parts.ts";

type CopyAgeProps = {
  /** When the server rendered the page, in milliseconds. */
  readonly renderedAt: number;
  /** The language tag for times. */
  readonly language: string;
  /** "No connection. … Saved {time}." */
  readonly words: string;
  /** For the page itself; inside a ticket full screen the text is black on white. */
  readonly isBanner?: boolean;
};

const TIME = { hour: "numeric", minute: "2-digit" } as const;
const DAY = { weekday: "short", day: "numeric", month: "short" } as const;

/** The age of a page that is shown without a connection. It is empty for a page from the server. */
export function CopyAge({ renderedAt, language, words, isBanner = false }: CopyAgeProps) {
  const mayBeOld = useMayBeOld();
  const text = mayBeOld ? words.replace("{time}", timeOf(renderedAt, language)) : "";
  if (!isBanner) return <p className="text-sm">{text}</p>;
  return (
    <div role="status" {...(mayBeOld && { "data-offline": "" })} className="print:hidden">
      {mayBeOld && (
        <Panel tone="warn" className="mb-5 flex gap-3">
          <Icon of={CloudOff} className="mt-0.5 size-5 shrink-0 text-warn" />
          <p>{text}</p>
        </Panel>
      )}
    </div>
  );
}

/** Returns the time in the reader's zone, with the day unless it is today. */
function timeOf(at: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  const format = new Intl.DateTimeFormat(language, isToday ? TIME : { ...DAY, ...TIME });
  return dateOfParts(format.formatToParts(at), language);
}
