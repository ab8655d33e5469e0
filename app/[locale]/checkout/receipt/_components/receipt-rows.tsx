import { CircleCheck, CircleMinus, CircleX, Clock } from "lucide";
import { getTranslations } from "next-intl/server";
import { Price } from "#components/cart/price.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { ReceiptRow } from "#lib/checkout/outcome/receipt.ts";

type ReceiptRowsProps = { readonly rows: readonly ReceiptRow[]; readonly locale: string };

/** Each sale with its result in words, so that no meaning depends on the colour alone. */
export async function ReceiptRows({ rows, locale }: ReceiptRowsProps) {
  const t = await getTranslations("Receipt");
  return (
    <ul className="divide-y divide-line">
      {rows.map(({ eventId, eventName, total, result }) => (
        <li key={`${eventId} ${eventName}`} className="flex gap-4 p-5">
          <Mark result={result} />
          <div className="flex min-w-0 flex-1 flex-col gap-1">
            <h2 className="font-text text-lg font-semibold text-pretty">{eventName}</h2>
            <p className={result === "paid" ? "font-medium text-ok" : ""}>{t(result)}</p>
          </div>
          {total && (
            <span className={result === "paid" ? "font-semibold" : "text-ink-muted line-through"}>
              <Price money={total} locale={locale} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Mark({ result }: Pick<ReceiptRow, "result">) {
  const size = "mt-0.5 size-6 shrink-0";
  if (result === "paid") return <Icon of={CircleCheck} className={`${size} text-ok`} />;
  if (result === "checking") return <Icon of={Clock} className={`${size} text-warn`} />;
  if (result === "not_tried" || result === "released")
    return <Icon of={CircleMinus} className={`${size} text-ink-muted`} />;
  return <Icon of={CircleX} className={`${size} text-bad`} />;
}
