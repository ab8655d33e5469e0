import { formatMoney, isZero, type Money } from "#lib/domain/money/money.ts";

export type PriceProps = {
  readonly money: Money;
  readonly locale: string;
  /** The word for nothing to pay; without it a zero is written as an amount. */
  readonly free?: string;
  readonly className?: string;
};

/** An amount as people read it: all-in, and the same everywhere. */
export function Price({ money, locale, free, className = "" }: PriceProps) {
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {free !== undefined && isZero(money) ? free : formatMoney(money, locale)}
    </span>
  );
}
