import { ArrowLeft } from "lucide";
import type { Route } from "next";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";

type BackLinkProps = { readonly locale: string; readonly link: string; readonly children: ReactNode };

/** The link from a page of an order to its tickets. */
export function BackLink({ locale, link, children }: BackLinkProps) {
  return (
    <a
      href={`/${locale}/sales/${encodeURIComponent(link)}` as Route}
      className="tap inline-flex items-center gap-2 self-start underline underline-offset-4 print:hidden"
    >
      <Icon of={ArrowLeft} className="size-4 rtl:-scale-x-100" />
      {children}
    </a>
  );
}
