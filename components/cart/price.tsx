import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";

type PriceProps = {
  readonly money: Money;
  readonly locale: string;
  /** The text for nothing to pay; without it zero is shown as an amount. */
  readonly free?: string;
  readonly className?: string;
};

/** An amount with all fees, in the same format everywhere. */
export function Price({ money, locale, free, className = "" }: PriceProps) {
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {free !== undefined && isZero(money) ? free : formatMoney(money, locale)}
    </span>
  );
}
