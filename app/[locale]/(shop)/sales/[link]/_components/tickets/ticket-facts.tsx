import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { type Admission, ticketSection } from "#lib/ticketing/model/admission.ts";

type TicketFactsProps = {
  readonly admission: Admission;
  /** The name is shown below these facts, where it can be changed. */
  readonly isNameBelow?: boolean;
};

/** Where the holder of a ticket goes in, and the holder's name. */
export async function TicketFacts({ admission, isNameBelow = false }: TicketFactsProps) {
  const [t, facts] = await Promise.all([getTranslations("Sale"), getTranslations("Facts")]);
  const section = ticketSection(admission);
  // Until the guest is named, the holder is the buyer.
  const holder = admission.status === "PENDING_GUEST_DETAILS" ? admission.guestName : admission.holder;
  const name = isNameBelow ? "" : holder;
  if (section === undefined && admission.door === undefined && name === "") return null;
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2">
      {section !== undefined && <TicketFact term={t("section")}>{section}</TicketFact>}
      {admission.door !== undefined && <TicketFact term={facts("door")}>{admission.door}</TicketFact>}
      {name !== "" && <TicketFact term={t("name")}>{name}</TicketFact>}
    </dl>
  );
}

type TicketFactProps = {
  readonly term: string;
  readonly children: ReactNode;
  /** Beside the fact, in the direction of the page, such as a link. */
  readonly after?: ReactNode;
};

export function TicketFact({ term, children, after }: TicketFactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-muted print:text-black">{term}</dt>
      <dd className="font-display text-lg/6 font-semibold wrap-anywhere">
        <bdi>{children}</bdi>
        {after !== undefined && <> {after}</>}
      </dd>
    </div>
  );
}
