import type { ReactNode } from "react";
import { BackLink } from "#components/ui/back-link.tsx";

type ToOrderProps = {
  readonly locale: string;
  readonly link: string;
  /** An earlier page of the order, in place of its tickets. */
  readonly path?: string;
  /** It stands in a row, not at the start of a column. */
  readonly isInRow?: boolean;
  readonly children: ReactNode;
};

/** The link at the top of a page of an order, to its tickets. */
export function ToOrder({ locale, link, path = "", isInRow = false, children }: ToOrderProps) {
  return (
    <BackLink href={`/${locale}/sales/${encodeURIComponent(link)}${path}`} isInRow={isInRow}>
      {children}
    </BackLink>
  );
}
