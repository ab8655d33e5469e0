import type { ReactNode } from "react";
import { PageTitle } from "#app/page-title.tsx";
import { Panel } from "#components/ui/panel.tsx";

type SignInFrameProps = {
  readonly title: string;
  /** Above the card. */
  readonly notice?: ReactNode;
  readonly children: ReactNode;
};

/** A page before a session: one card, with a form or with what a link has led to. */
export function SignInFrame({ title, notice, children }: SignInFrameProps) {
  return (
    <div className="gutter mx-auto max-w-md py-4">
      {notice}
      <Panel className="flex flex-col gap-5 shadow-raise sm:p-6">{children}</Panel>
      <PageTitle>{title}</PageTitle>
    </div>
  );
}
