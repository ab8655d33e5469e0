"use client";

import { type ReactNode, useEffect } from "react";

type CodeLinkProps = {
  readonly href: string;
  readonly children: ReactNode;
  readonly inFrame?: boolean;
};

/**
 * A link to the page for tickets that a code reveals, for events whose tickets are all hidden. A URL with a code is
 * redirected there with its whole query.
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
