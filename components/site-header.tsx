import type { Route } from "next";

export type SiteHeaderProps = {
  readonly brand: string;
  readonly homeLabel: string;
  readonly home: Route;
  readonly links: readonly { readonly href: Route; readonly label: string }[];
};

export function SiteHeader({ brand, homeLabel, home, links }: SiteHeaderProps) {
  return (
    <header className="print-hidden">
      <div className="gutter mx-auto flex max-w-6xl items-center justify-between gap-4 py-3">
        <a
          href={home}
          aria-label={homeLabel}
          className="tap -ms-1 inline-flex items-center rounded-sm px-1 font-display text-xl font-extrabold tracking-tight no-underline"
        >
          {brand}
        </a>
        <nav className="flex flex-wrap justify-end gap-x-2">
          {links.map(({ href, label }) => (
            <a
              key={href}
              href={href}
              className="tap inline-flex items-center rounded-sm px-2 text-sm text-ink-muted no-underline hover:text-ink hover:underline"
            >
              {label}
            </a>
          ))}
        </nav>
      </div>
    </header>
  );
}
