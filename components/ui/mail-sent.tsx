import { MailCheck } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

type MailSentProps = {
  readonly title: string;
  readonly text: string;
  /** Where to look when nothing arrives. */
  readonly spam: string;
  /** What else can be done. */
  readonly children?: ReactNode;
};

/** In place of a form whose answer is an email. */
export function MailSent({ title, text, spam, children }: MailSentProps) {
  return (
    <div className="flex flex-col items-start gap-4">
      <span className="inline-flex size-14 items-center justify-center rounded-full border border-transparent bg-ok-soft text-ok">
        <Icon of={MailCheck} className="size-7" />
      </span>
      <h1 className="text-3xl">{title}</h1>
      <p className="text-lg">{text}</p>
      <p className="text-ink-muted">{spam}</p>
      {children}
    </div>
  );
}
