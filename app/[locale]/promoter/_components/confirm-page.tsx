import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { Icon } from "#components/ui/icon.tsx";

type ConfirmPageProps = {
  /** States the change: "Change the places of 2 sections". */
  readonly title: string;
  /** What changes, as a list of facts. */
  readonly change: ReactNode;
  readonly affectedTitle: string;
  /** Who is affected, and what stays: at most six lines. */
  readonly affected: readonly { readonly icon: IconNode; readonly text: string }[];
  /** The primary button names the effect; the secondary one keeps everything as it is. */
  readonly children: ReactNode;
};

/** A page between a form and its effect on what is on sale. */
export function ConfirmPage({ title, change, affectedTitle, affected, children }: ConfirmPageProps) {
  return (
    <div className="@container">
      <h1 className="text-[1.75rem] leading-tight text-balance wrap-anywhere lg:text-[1.875rem]">{title}</h1>
      <div className="mt-5 grid items-start gap-5 @2xl:grid-cols-2">
        <div className="rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6">{change}</div>
        <section
          aria-labelledby="affected"
          className="rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6"
        >
          <h2 id="affected" className="text-lg">
            {affectedTitle}
          </h2>
          <ul className="mt-3 flex flex-col gap-3">
            {affected.map(({ icon, text }) => (
              <li key={text} className="flex items-start gap-3">
                <Icon of={icon} size={20} className="mt-0.5 shrink-0 text-ink-muted" />
                <span>{text}</span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <div className="mt-6">{children}</div>
    </div>
  );
}
