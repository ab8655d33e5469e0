import { Check } from "lucide";
import { getTranslations } from "next-intl/server";
import { change, confirm, leave } from "#app/[locale]/(shop)/waiting-list/[link]/actions.ts";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { QuantityField } from "#components/ui/quantity-field.tsx";
import type { WaitingEntry } from "#lib/ticketing/model/waiting-list.ts";

/** The hidden fields of every form of the page. */
export type HiddenFields = { readonly locale: string; readonly link: string };

type WaitingProps = {
  readonly entry: WaitingEntry;
  readonly hidden: HiddenFields;
  /** How long an offer lasts; absent while the service does not say. */
  readonly minutes: number | undefined;
};

/** An address that is not confirmed yet. Its button joins the line. */
export async function Unconfirmed({ entry, hidden, minutes }: WaitingProps) {
  const t = await getTranslations("WaitingList");
  return (
    <>
      <div className="flex flex-col gap-1">
        <h2 className="text-2xl">{t("confirm")}</h2>
        <p className="text-ink-muted">{t("tickets", { count: entry.quantity })}</p>
      </div>
      <form action={confirm} className="flex flex-col gap-4">
        <Hidden fields={hidden} />
        <Button>{t("confirmPlace")}</Button>
        <p className="text-sm text-pretty text-ink-muted">
          {minutes === undefined
            ? t("rulesWithoutTime", { count: entry.ahead })
            : t("rules", { count: entry.ahead, minutes })}
        </p>
      </form>
    </>
  );
}

/** A place in line, with forms to change it and to leave. `possible`: the numbers of tickets that an offer could have. */
export async function Waiting({
  entry,
  hidden,
  minutes,
  possible,
}: WaitingProps & { readonly possible: readonly number[] }) {
  const t = await getTranslations("WaitingList");
  const quantities = [...new Set([...possible, entry.quantity])].sort((one, other) => one - other);
  return (
    <>
      <div className="flex items-center gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full border border-transparent bg-ok-soft text-ok">
          <Icon of={Check} />
        </span>
        <div className="flex min-w-0 flex-col">
          <h2 className="text-2xl">{t("waiting")}</h2>
          <p className="text-ink-muted">{t("place", { number: entry.ahead + 1, count: entry.quantity })}</p>
        </div>
      </div>
      <p className="text-pretty">
        {minutes === undefined ? t("waitingTextWithoutTime") : t("waitingText", { minutes })}
      </p>
      <div className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-4">
        {quantities.length > 1 && (
          <details className="open:w-full">
            <summary className={SUMMARY}>{t("changeQuantity")}</summary>
            <form action={change} className="flex flex-col items-start gap-3 pt-2 pb-4">
              <Hidden fields={hidden} />
              <div className="w-full">
                <QuantityField
                  label={t("quantity")}
                  name="quantity"
                  hint={t("changeHint")}
                  quantities={quantities}
                  chosen={entry.quantity}
                />
              </div>
              <Button kind="secondary">{t("change")}</Button>
            </form>
          </details>
        )}
        <Leave hidden={hidden} />
      </div>
    </>
  );
}

const SUMMARY =
  "inline-flex min-h-11 list-none items-center text-accent-text underline underline-offset-4 [&::-webkit-details-marker]:hidden";

/** Leaving, after a confirmation: the place in line cannot be regained. */
export async function Leave({ hidden, label }: { readonly hidden: HiddenFields; readonly label?: string }) {
  const t = await getTranslations("WaitingList");
  return (
    <details className="open:w-full">
      <summary className={SUMMARY}>{label ?? t("leave")}</summary>
      <form action={leave} className="flex flex-col items-start gap-3 pt-2">
        <Hidden fields={hidden} />
        <p className="text-pretty">{t("leaveQuestion")}</p>
        <Button kind="secondary">{t("leaveConfirm")}</Button>
      </form>
    </details>
  );
}
