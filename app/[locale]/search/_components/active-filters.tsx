import { X } from "lucide";
import type { Route } from "next";
import Link from "next/link";
import { Icon } from "#components/ui/icon.tsx";

type ActiveFiltersProps = {
  readonly title: string;
  readonly filters: readonly {
    readonly filter: string;
    readonly name: string;
    readonly label: string;
    readonly href: Route;
  }[];
  readonly clear: { readonly label: string; readonly href: Route };
};

/** The filters that are set, each with a link that removes it. */
export function ActiveFilters({ title, filters, clear }: ActiveFiltersProps) {
  return (
    <nav aria-label={title}>
      <ul className="flex flex-wrap items-center gap-2">
        {filters.map(({ filter, name, label, href }) => (
          <li key={filter} className="max-w-full">
            <Link
              href={href}
              prefetch={false}
              aria-label={label}
              className="figures inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-md bg-accent-soft ps-3 pe-2 text-sm font-semibold text-accent-on-soft no-underline hover:underline"
            >
              <span className="truncate">{name}</span>
              <Icon of={X} size={16} className="shrink-0" />
            </Link>
          </li>
        ))}
        {filters.length > 1 && (
          <li>
            <Link
              href={clear.href}
              prefetch={false}
              className="inline-flex min-h-11 items-center px-2 text-sm text-accent-text underline underline-offset-4"
            >
              {clear.label}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
