import { directionOf } from "#lib/i18n/languages.ts";

/** The classes of `components/ui/button.tsx`, which a file of `lib` cannot import. */
export const BUTTON =
  "tap inline-flex items-center justify-center gap-2 rounded-lg border-2 border-accent-edge bg-accent px-5 py-3 text-center font-semibold text-accent-on no-underline hover:bg-accent-hover";

/** The headers of such a page. Its policy is stricter than that of other pages: it has no script. */
export const PLAIN_PAGE = {
  "Content-Type": "text/html; charset=utf-8",
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

type PlainPage = {
  readonly locale: string;
  readonly title: string;
  readonly text: string;
  /** What can be done, as HTML. */
  readonly below: readonly string[];
  readonly stylesheets: readonly string[];
};

/** Returns a page in the shop's look without header, footer and script, for an answer that Next does not render. */
export function plainPage({ locale, title, text, below, stylesheets }: PlainPage): string {
  const links = [...stylesheets, "/brand.css"].map((href) => `<link rel="stylesheet" href="${escaped(href)}">`);
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
${links.join("\n")}
</head>
<body class="flex flex-col"><main id="content" class="gutter mx-auto w-full max-w-6xl py-10 sm:py-16"><div class="flex max-w-2xl flex-col items-start gap-5">
<h1 class="text-3xl">${escaped(title)}</h1>
<p role="alert" class="text-lg text-pretty text-ink-muted">${escaped(text)}</p>
${below.join("\n")}
</div></main></body></html>
`;
}

/** Returns a link of such a page, as HTML. */
export function plainLink(href: string, text: string): string {
  return `<a href="${escaped(href)}" class="tap inline-flex items-center text-accent-text underline underline-offset-4">${escaped(text)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#x27;",
};

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);
}
