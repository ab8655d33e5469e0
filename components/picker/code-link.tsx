"use client";

import { type ReactNode, useEffect } from "react";

type CodeLinkProps = {
  readonly href: string;
  readonly children: ReactNode;
  readonly inFrame?: boolean;
};

/**
 * Where everything that is on sale is hidden, an event's own page has nothing to choose from: what a code shows stands
 * on a page of its own. A link that brings a code is sent there, with all that it says.
 */
export function CodeLink({ href, children, inFrame = false }: CodeLinkProps) {
  useEffect(() => {
    const { search } = window.location;
    if (!inFrame && new URLSearchParams(search).has("code")) window.location.replace(href + search);
  }, [href, inFrame]);

  return (
    <a
      href={href}
      onClick={({ currentTarget }) => {
        currentTarget.search = window.location.search;
      }}
      {...(inFrame && { target: "_top" })}
      className="tap inline-flex items-center self-start text-accent-text underline underline-offset-4"
    >
      {children}
    </a>
  );
}
