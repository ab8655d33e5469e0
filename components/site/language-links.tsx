"use client";

import { usePathname } from "next/navigation";

type LanguageLinksProps = {
  /** The accessible name: "Language". */
  readonly label: string;
  readonly current: string;
  readonly languages: readonly { readonly locale: string; readonly name: string; readonly direction: "ltr" | "rtl" }[];
};

/** Links to the same page in every language, each by its own name. They work without script, which only adds the query. */
export function LanguageLinks({ label, current, languages }: LanguageLinksProps) {
  const path = usePathname().replace(/^\/[^/]+/, "");
  return (
    <nav aria-label={label}>
      <ul className="-mx-2 flex flex-wrap gap-y-1">
        {languages.map(({ locale, name, direction }) => (
          <li key={locale}>
            <a
              href={`/${locale}${path}`}
              lang={locale}
              hrefLang={locale}
              dir={direction}
              aria-current={locale === current ? "true" : undefined}
              onClick={({ currentTarget }) => {
                currentTarget.search = window.location.search;
              }}
              className="tap inline-flex items-center justify-center px-2 underline underline-offset-4 aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:no-underline"
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
