export type TestBannerProps = {
  readonly title: string;
  readonly text: string;
  readonly cards: readonly { readonly label: string; readonly number: string }[];
};

/** A banner on every page of a test system, with its test cards. */
export function TestBanner({ title, text, cards }: TestBannerProps) {
  return (
    <aside aria-label={title} className="border-b border-warn bg-warn-soft text-xs text-warn print-hidden">
      <div className="gutter mx-auto flex min-h-7 max-w-6xl flex-wrap items-center gap-x-4">
        <p>
          <strong className="font-semibold">{title}</strong> <span className="max-lg:sr-only">{text}</span>
        </p>
        <dl className="flex flex-wrap gap-x-4">
          {cards.map(({ label, number }) => (
            <div key={label} className="flex gap-1.5 nth-2:max-md:sr-only">
              <dt>{label}</dt>
              <dd dir="ltr" className="figures font-semibold whitespace-nowrap">
                {number}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}
