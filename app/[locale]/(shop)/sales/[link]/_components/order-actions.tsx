import type { IconNode } from "lucide";
import { Children, type ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";

/** What can be done with an order: one row on a desktop, and rows without a lone action on a phone. */
export function OrderActions({ children }: { readonly children: ReactNode }) {
  if (Children.toArray(children).length === 0) return null;
  return <div className="order-actions grid gap-3 lg:auto-cols-fr lg:grid-flow-col">{children}</div>;
}

/** The classes of an action, also of a button. */
export const ACTION =
  "flex min-h-13 items-center gap-2 rounded-lg border border-line bg-surface px-3.5 py-2 text-start text-sm font-semibold no-underline shadow-raise hover:bg-sunken";

type ActionLinkProps = { readonly href: string; readonly icon: IconNode; readonly children: ReactNode };

export function ActionLink({ href, icon, children }: ActionLinkProps) {
  return (
    <a href={href} className={ACTION}>
      <Icon of={icon} className="size-5 shrink-0 text-accent-text" />
      <span>{children}</span>
    </a>
  );
}
