/** A message that is ready to be sent. */
export type Mail = {
  /** Identifies the message on every try, so that a mailbox can show a repeated one once. */
  readonly id: string;
  /** Exactly one validated address. */
  readonly recipient: string;
  readonly language: string;
} & MailContent;

export type MailContent = {
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** The value of List-Unsubscribe, such as `<https://tickets.example/…>`. */
  readonly listUnsubscribe?: string;
};

export type MailAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentBase64: string;
  /** The HTML shows it in place, as `cid:…`. */
  readonly cid?: string | undefined;
};

/**
 * What became of a message: the mail server took it, refused this recipient or this content for good, or something failed
 * that may pass. `reason` has no address, since it is shown to staff and logged.
 */
export type MailResult =
  | { readonly result: "sent" }
  | { readonly result: "refused" | "failed"; readonly reason: string };

/** Sends mail. It never throws. */
export type MailServer = { readonly send: (mail: Mail) => Promise<MailResult>; readonly close: () => void };
