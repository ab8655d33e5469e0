import { createElement } from "react";

type PreviewProps = {
  readonly attributes: Readonly<Record<string, string>>;
  readonly address: string;
  readonly label: string;
};

/** The element that a promoter pastes, from the same file. Without script it is the link, as on their page. */
export function Preview({ attributes, address, label }: PreviewProps) {
  return (
    <div className="rounded-xl border border-dashed border-line-strong p-3">
      <script type="module" src="/embed.js" async />
      {createElement("foyer-tickets", attributes, <a href={address}>{label}</a>)}
    </div>
  );
}
