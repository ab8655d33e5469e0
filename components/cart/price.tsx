import { formatMoney, formatTotal, isZero, type Money } from "#lib/ticketing/model/money.ts";

type PriceProps = {
  readonly money: Money;
  readonly locale: string;
  /** The text for nothing to pay; without it zero is shown as an amount. */
  readonly free?: string;
  /** What the order costs: its currency is named. */
  readonly isTotal?: boolean;
  readonly className?: string;
};

/** An amount with all fees, in the same format everywhere. */
export function Price({ money, locale, free, isTotal, className = "" }: PriceProps) {
  return (
    <span className={`figures whitespace-nowrap ${className}`}>
      {free !== undefined && isZero(money) ? free : (isTotal ? formatTotal : formatMoney)(money, locale)}
    </span>
  );
}
