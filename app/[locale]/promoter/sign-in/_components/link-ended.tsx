import { Link2Off } from "lucide";
import type { Route } from "next";
import { SignInFrame } from "#app/[locale]/promoter/sign-in/_components/sign-in-frame.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";

type LinkEndedProps = {
  readonly title: string;
  readonly text: string;
  /** What to do, the likeliest first. */
  readonly next: readonly { readonly href: string; readonly label: string }[];
};

/** Stands at the address of a mailed link that was used, is too old, or never was. */
export function LinkEnded({ title, text, next }: LinkEndedProps) {
  return (
    <SignInFrame title={title}>
      <span className="inline-flex size-14 items-center justify-center self-start rounded-full bg-warn-soft text-warn">
        <Icon of={Link2Off} className="size-7" />
      </span>
      <h1 className="text-3xl">{title}</h1>
      <p>{text}</p>
      <div className="flex flex-wrap gap-3">
        {next.map(({ href, label }, at) => (
          <a
            key={href}
            href={href as Route}
            className={buttonClass(at === 0 ? "primary" : "secondary", "max-sm:w-full")}
          >
            {label}
          </a>
        ))}
      </div>
    </SignInFrame>
  );
}
