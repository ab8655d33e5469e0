import type { Route } from "next";
import type { ReactNode } from "react";

export type SiteFooterProps = {
  readonly brand: string;
  readonly promise: string;
  readonly help: ReactNode;
  readonly languages: ReactNode;
  readonly links: readonly { readonly href: Route; readonly label: string }[];
};

/** The same help in the same place on every page. */
export function SiteFooter({ brand, promise, help, languages, links }: SiteFooterProps) {
  return (
    <footer className="mt-16 border-t border-line pb-32 text-sm text-ink-muted print-hidden lg:pb-12">
      <div className="gutter mx-auto flex max-w-6xl flex-col gap-3 pt-8 sm:flex-row sm:items-start sm:justify-between">
        <div className="flex flex-col gap-1">
          <p className="font-display font-bold text-ink">{brand}</p>
          <p>{promise}</p>
          {languages}
        </div>
        <div className="flex flex-col gap-1 sm:items-end">
          {help}
          {links.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="tap -my-2 inline-flex items-center self-start underline underline-offset-4 sm:self-end"
            >
              {label}
            </a>
          ))}
        </div>
      </div>
    </footer>
  );
}
