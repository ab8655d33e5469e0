import { ArrowLeft } from "lucide";
import type { Route } from "next";
import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";

type BackLinkProps = {
  readonly href: string;
  /** It stands in a row, not at the start of a column. */
  readonly isInRow?: boolean;
  readonly children: ReactNode;
};

/** The link at the top of a page, to the page above it. */
export function BackLink({ href, isInRow = false, children }: BackLinkProps) {
  return (
    <a
      href={href as Route}
      className={classNames(
        "tap inline-flex items-center gap-2 text-accent-text underline underline-offset-4 print:hidden",
        !isInRow && "self-start",
      )}
    >
      <Icon of={ArrowLeft} className="size-4 rtl:[scale:-1_1]" />
      <span>{children}</span>
    </a>
  );
}
