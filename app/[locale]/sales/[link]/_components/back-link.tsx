import { ArrowLeft } from "lucide";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";

type BackLinkProps = {
  readonly locale: string;
  readonly link: string;
  /** An earlier page of the order, in place of its tickets. */
  readonly path?: string;
  readonly children: ReactNode;
};

/** The link at the top of a page of an order, to its tickets. */
export function BackLink({ locale, link, path = "", children }: BackLinkProps) {
  return (
    <a
      href={`/${locale}/sales/${encodeURIComponent(link)}${path}` as Route}
      className="tap inline-flex items-center gap-2 self-start underline underline-offset-4 print:hidden"
    >
      <Icon of={ArrowLeft} className="size-4 rtl:[scale:-1_1]" />
      {children}
    </a>
  );
}
