import type { Route } from "next";

type Tab = { readonly label: string; readonly href: string; readonly isCurrent: boolean };

/** Parts of a list, each at its address. */
export function ListTabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-5 flex flex-wrap gap-x-1 border-b border-line pt-1">
      {tabs.map(({ label, href, isCurrent }) => (
        <a
          key={href}
          href={href as Route}
          {...(isCurrent && { "aria-current": "page" })}
          className="flex min-h-11 items-center rounded-t-sm border-b-3 border-transparent px-3 text-sm font-medium whitespace-nowrap text-ink-muted no-underline hover:text-ink aria-[current]:border-accent-edge aria-[current]:font-semibold aria-[current]:text-ink"
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
