"use client";

import { useEffect, useRef, useState } from "react";
import { Price } from "#components/cart/price.tsx";
import { addMoney, type Money, timesMoney } from "#lib/ticketing/model/money.ts";

type OfferedTotalProps = {
  /** The price of one ticket, fees included, and the number that is chosen at first, by the name of its field. */
  readonly tickets: Readonly<Record<string, { readonly price: Money; readonly chosen: number }>>;
  readonly locale: string;
  readonly label: string;
};

/** The total of what is chosen in the form around it. Without script it could not follow the choice, and is not shown. */
export function OfferedTotal({ tickets, locale, label }: OfferedTotalProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const [quantities, setQuantities] = useState<Readonly<Record<string, number>>>({});

  useEffect(() => {
    const form = line.current?.closest("form");
    if (!form) return undefined;
    const read = () =>
      setQuantities(Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, Number(value)])));
    form.addEventListener("change", read);
    return () => form.removeEventListener("change", read);
  }, []);

  const parts = Object.entries(tickets).map(([name, { price, chosen }]) =>
    timesMoney(price, quantities[name] ?? chosen),
  );
  const [first, ...others] = parts;
  if (first === undefined) return null;
  return (
    <p ref={line} className="script-only flex items-baseline justify-between gap-4 font-semibold">
      <span>{label}</span>
      <Price money={others.reduce(addMoney, first)} locale={locale} className="text-lg" />
    </p>
  );
}
