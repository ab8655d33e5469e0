import type { ReactNode } from "react";

type PageHeaderProps = {
  readonly title: ReactNode;
  readonly text?: ReactNode;
  /** Buttons, of which one is the primary. */
  readonly children?: ReactNode;
};

/** The heading of a page for promoters, with what can be done on it. */
export function PageHeader({ title, text, children }: PageHeaderProps) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-[1.75rem] leading-tight lg:text-[1.875rem]">{title}</h1>
        {text !== undefined && <p className="mt-1 text-sm text-ink-muted">{text}</p>}
      </div>
      {children !== undefined && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </header>
  );
}
