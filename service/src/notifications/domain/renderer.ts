import type { MailContent } from "./mail.ts";
import type { MessageDetails } from "./message.ts";

/** What a storefront needs to render a message. It reads the sales itself. */
export type RenderRequest = {
  readonly id: string;
  readonly kind: string;
  readonly language: string;
  readonly recipient: string;
  /** The keys of the sales. */
  readonly sales: readonly string[];
  readonly details: MessageDetails;
  /** ISO 8601. */
  readonly createdAt: string;
};

/** `nothing`: there is nothing to tell any more, such as about an offer that has ended. */
export type RenderResult =
  | { readonly result: "rendered"; readonly content: MailContent }
  | { readonly result: "nothing" }
  | { readonly result: "failed"; readonly reason: string };

/** Renders a message. It never throws. */
export type RenderMessage = (
  renderer: { readonly address: string; readonly token: string },
  request: RenderRequest,
) => Promise<RenderResult>;
