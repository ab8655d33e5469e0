import "server-only";

import type { PosterArt } from "#lib/tickets/art/poster-art.ts";
import type { Coordinates } from "#lib/wallet/coordinates.ts";

/** One ticket as the wallet of a phone shows it. Instants are ISO 8601 with the venue's offset. */
export type WalletTicket = {
  /** Stable and not secret: a wallet replaces a pass by another one with the same serial. */
  readonly serial: string;
  /** The same for the tickets of an order for one date: a wallet shows them as a group. */
  readonly group: string;
  readonly eventDateId: number;
  readonly eventName: string;
  readonly startsAt: string;
  readonly endsAt?: string | undefined;
  readonly doors?: string | undefined;
  readonly venue?:
    | { readonly name: string; readonly address: string; readonly coordinates?: Coordinates | undefined }
    | undefined;
  readonly ticketType: string;
  readonly section?: string | undefined;
  readonly door?: string | undefined;
  readonly ageLimit?: string | undefined;
  readonly holder: string;
  readonly number: number;
  readonly count: number;
  /** The content of the QR code, and the text below it. Absent while the ticket is not valid. */
  readonly code?: { readonly text: string; readonly shown: string } | undefined;
  /** Why it is not valid: "Cancelled". A wallet then shows the pass as void. */
  readonly notice?: string | undefined;
  /** The event's page. */
  readonly url: string;
  readonly art: PosterArt;
};

/** What is the same for all tickets of an order. */
export type WalletOrder = {
  /** IETF language tag. */
  readonly language: string;
  readonly reference: string;
  readonly shop: { readonly name: string; readonly fill: string; readonly on: string };
  readonly seller: string;
  readonly labels: Readonly<Record<WalletLabel, string>>;
};

/** The labels of a pass's fields, in the buyer's language. */
export type WalletLabel =
  | "when"
  | "where"
  | "doors"
  | "ticketType"
  | "section"
  | "door"
  | "age"
  | "name"
  | "order"
  | "soldBy"
  | "state"
  | "advice"
  | "moved";

/** Returns an instant without fractions of a second, which a wallet need not accept. */
export function withoutFraction(instant: string): string {
  return instant.replace(/\.\d+(?=Z|[+-]\d\d:\d\d$)/, "");
}
