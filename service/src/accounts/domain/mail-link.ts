import type { Capability } from "#src/platform/domain/caller.ts";

/** A link that the service mails: an invitation, a new password, or the confirmation of the address that gets replies. */
export type MailLinkKind = "INVITATION" | "PASSWORD" | "REPLY_TO";

/** How long each is valid, and the kind of its message. */
export const MAIL_LINKS = {
  INVITATION: { seconds: 3 * 24 * 60 * 60, message: "INVITATION" },
  PASSWORD: { seconds: 60 * 60, message: "PASSWORD_LINK" },
  REPLY_TO: { seconds: 3 * 24 * 60 * 60, message: "REPLY_TO_CONFIRM" },
} as const satisfies Readonly<Record<MailLinkKind, { readonly seconds: number; readonly message: string }>>;

/** The recipient of a new password for a name that nobody has. It is never sent. */
export const NOBODY = "nobody@foyer.invalid";

/** A link that can be used now. */
export type MailLink = {
  readonly id: number;
  readonly accountId: number;
  readonly kind: MailLinkKind;
  readonly email: string;
  readonly madeBy: number | undefined;
  readonly userId: number | undefined;
  readonly capabilities: readonly Capability[] | undefined;
  readonly scanDates: ScanDates;
  readonly expiresAt: Date;
};

/** The dates at which a user scans: of single dates or of events. Null: all. */
export type ScanDates =
  | readonly (({ readonly eventDate: number } | { readonly event: number }) & { readonly endsWithDate: boolean })[]
  | null;
