import { CARD_BRANDS, type CardBrand } from "#lib/checkout/card.ts";

type AcceptedCardsProps = {
  readonly title: string;
  /** Names the list: "Cards accepted". */
  readonly label: string;
  readonly accepted: readonly CardBrand[];
};

/** The accepted card brands. */
export function AcceptedCards({ title, label, accepted }: AcceptedCardsProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
      <h2 className="text-xl">{title}</h2>
      <ul aria-label={label} className="flex flex-wrap gap-1.5">
        {accepted.map((brand) => (
          <li key={brand}>
            <CardChip brand={brand} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const TONES = { plain: "border-line text-ink-muted", ok: "border-ok text-ok" } as const;

type CardChipProps = { readonly brand: CardBrand; readonly tone?: keyof typeof TONES };

export function CardChip({ brand, tone = "plain" }: CardChipProps) {
  return (
    <span className={`inline-block rounded-sm border bg-surface px-2 py-0.5 text-xs font-semibold ${TONES[tone]}`}>
      {CARD_BRANDS[brand]}
    </span>
  );
}
