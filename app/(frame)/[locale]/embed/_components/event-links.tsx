"use client";

import { type ReactNode, useEffect, useState } from "react";
import { postToHost } from "#app/(frame)/[locale]/_components/host.ts";
import { classNames } from "#components/ui/class-names.ts";
import { formatEventLink, parseEventLink } from "#lib/catalogue/event-link.ts";

type EventLinksProps = {
  readonly locale: string;
  readonly events: readonly { readonly id: number; readonly row: ReactNode }[];
};

type FrameOptions = {
  readonly limit: number;
  readonly compact: boolean;
  readonly query: string;
  readonly target: string;
};

const ALL: FrameOptions = { limit: Number.POSITIVE_INFINITY, compact: false, query: "", target: "_top" };

/** The page is cached for everyone; the options of the host's element are in the frame's own URL. */
export function EventLinks({ locale, events }: EventLinksProps) {
  const [{ limit, compact, query, target }, setAsked] = useState(ALL);

  useEffect(() => {
    setAsked(optionsIn(new URLSearchParams(window.location.search)));
  }, []);

  return (
    <ul className={classNames("grid gap-3", !compact && "sm:grid-cols-2")}>
      {events.slice(0, limit).map(({ id, row }) => (
        <li key={id}>
          <a
            href={`/${locale}/events/${id}${query}`}
            target={target}
            rel={target === "_blank" ? "noopener" : undefined}
            onClick={() => postToHost("select", { event: id })}
            className="group grid h-full grid-cols-[5.5rem_1fr] items-start gap-4 rounded-lg border border-line bg-surface p-3 text-ink no-underline"
          >
            {row}
          </a>
        </li>
      ))}
    </ul>
  );
}

function optionsIn(query: URLSearchParams): FrameOptions {
  const { code, source } = parseEventLink(query);
  const carried = formatEventLink({ wanted: [], ...(code && { code }), ...(source && { source }) });
  return {
    limit: Number(query.get("limit")) || ALL.limit,
    compact: query.get("layout") === "compact",
    query: carried && `?${carried}`,
    target: query.get("target") === "blank" ? "_blank" : "_top",
  };
}
