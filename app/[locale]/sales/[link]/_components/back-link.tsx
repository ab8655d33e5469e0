import { ArrowLeft } from "lucide";
import type { Route } from "next";
import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";

type BackLinkProps = {
  readonly locale: string;
  readonly link: string;
  /** An earlier page of the order, in place of its tickets. */
  readonly path?: string;
  /** It stands in a row, not at the start of a column. */
  readonly isInRow?: boolean;
  readonly children: ReactNode;
};

/** The link at the top of a page of an order, to its tickets. */
export function BackLink({ locale, link, path = "", isInRow = false, children }: BackLinkProps) {
  return (
    <a
      href={`/${locale}/sales/${encodeURIComponent(link)}${path}` as Route}
      className={classNames(
        "tap inline-flex items-center gap-2 underline underline-offset-4 print:hidden",
        !isInRow && "self-start",
      )}
    >
      <Icon of={ArrowLeft} className="size-4 rtl:[scale:-1_1]" />
      {children}
    </a>
  );
}
