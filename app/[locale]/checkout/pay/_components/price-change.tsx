import { Price } from "#components/price.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Money } from "#lib/domain/money.ts";

type PriceChangeProps = {
  readonly before: Money;
  readonly now: Money;
  readonly locale: string;
  readonly words: { readonly [Word in "title" | "text" | "before" | "now"]: string };
};

/** The old and the new total side by side: the new one is never paid silently. */
export function PriceChange({ before, now, locale, words }: PriceChangeProps) {
  return (
    <Panel tone="warn" className="flex flex-col gap-3">
      <h2 className="text-lg">{words.title}</h2>
      <p>{words.text}</p>
      <dl className="grid grid-cols-2 gap-4">
        <div>
          <dt className="text-sm">{words.before}</dt>
          <dd className="text-xl">
            <s>
              <Price money={before} locale={locale} />
            </s>
          </dd>
        </div>
        <div>
          <dt className="text-sm">{words.now}</dt>
          <dd className="text-xl font-semibold">
            <Price money={now} locale={locale} />
          </dd>
        </div>
      </dl>
    </Panel>
  );
}
