import type { ReactNode } from "react";

type EmptyStateProps = {
  readonly title: string;
  readonly text: string;
  /** One button. */
  readonly children?: ReactNode;
};

/** Stands in place of an empty list: what will be here, and how to get there. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 px-5 py-9 text-center">
      <svg
        aria-hidden="true"
        width="160"
        height="100"
        viewBox="0 0 160 100"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        className="text-ink-muted"
      >
        <rect x="36" y="22" width="88" height="56" rx="8" />
        <path d="M52 40h34M52 52h22" />
        <path d="M102 22v56" strokeDasharray="4 6" className="stroke-accent-edge" />
      </svg>
      <h2 className="text-lg">{title}</h2>
      <p className="max-w-105 text-sm text-pretty text-ink-muted">{text}</p>
      {children !== undefined && <div className="mt-2.5">{children}</div>}
    </div>
  );
}
