import { ArrowLeft } from "lucide";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";

type BackLinkProps = { readonly href: string; readonly children: ReactNode };

/** The link at the top of a page, to the page above it. */
export function BackLink({ href, children }: BackLinkProps) {
  return (
    <a
      href={href as Route}
      className="tap inline-flex items-center gap-2 self-start text-accent-text underline underline-offset-4 print:hidden"
    >
      <Icon of={ArrowLeft} className="size-4 rtl:[scale:-1_1]" />
      {children}
    </a>
  );
}
