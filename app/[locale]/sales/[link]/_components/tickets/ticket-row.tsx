import { Ban, ChevronDown, QrCode, UserRoundPlus } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { inSection } from "#lib/i18n/words.ts";
import { isReturned, type Ticket } from "#lib/orders/tickets.ts";
import { ticketSection } from "#lib/ticketing/model/admission.ts";

type TicketRowProps = { readonly ticket: Ticket; readonly number: number; readonly count: number };

/** A ticket in two lines: type, and holder or state. */
export async function TicketRow({ ticket: { admission, cancelled }, number, count }: TicketRowProps) {
  const [t, common, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Common"), getLocale()]);
  const isCancelled = cancelled !== undefined && !isReturned(admission);
  const isPending = !isCancelled && admission.status === "PENDING_GUEST_DETAILS";
  const valid = isPending ? t("waiting") : isReturned(admission) ? t("givenBack") : admission.holder;
  const state = isCancelled ? common("cancelled") : valid;
  return (
    <span className="flex min-h-19 items-center gap-3 px-4 py-3 text-start">
      <span
        className={classNames(
          "inline-flex size-11 shrink-0 items-center justify-center rounded-md",
          isPending ? "bg-warn-soft text-warn" : "bg-accent-soft text-accent-on-soft",
        )}
      >
        <Icon of={isCancelled ? Ban : isPending ? UserRoundPlus : QrCode} className="size-5" />
      </span>
      <span className="flex min-w-0 grow flex-col">
        <span className="font-semibold wrap-anywhere">
          <bdi>{inSection(admission.ticketTypeName, ticketSection(admission), locale)}</bdi>
          {admission.door !== undefined && (
            <>
              {" · "}
              <bdi>{admission.door}</bdi>
            </>
          )}
        </span>
        <span className={classNames("text-sm", isPending ? "text-warn" : isCancelled ? "text-bad" : "text-ink-muted")}>
          {[t("ticketPosition", { number, count }), state].filter(Boolean).join(" · ")}
        </span>
      </span>
      <Icon of={ChevronDown} className="size-5 shrink-0 text-ink-muted in-aria-expanded:rotate-180" />
    </span>
  );
}
