import { type Plural, plural } from "#lib/i18n/words.ts";

export type CartLinkProps = {
  readonly href: string;
  readonly locale: string;
  readonly words: { readonly text: Plural; readonly continue: string };
  readonly count: number;
};

/** The link to a cart with this many tickets. */
export function CartLink({ href, locale, words, count }: CartLinkProps) {
  return (
    <a
      href={href}
      className="absolute inset-x-2 top-2 z-20 flex min-h-11 lg:top-auto lg:bottom-14 items-center justify-between gap-4 rounded-xl bg-accent-soft px-4 py-2.5 text-sm text-accent-on-soft no-underline shadow-raise"
    >
      <strong className="font-semibold">{plural(words.text, count, locale)}</strong>
      <span className="shrink-0 font-semibold underline underline-offset-4">{words.continue}</span>
    </a>
  );
}
