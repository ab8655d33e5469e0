import type { ListedLine } from "#lib/cart/order-lines.ts";
import { comma } from "#lib/i18n/words.ts";

type LineLabelProps = {
  readonly line: Pick<ListedLine, "name" | "section" | "quantity">;
  readonly locale: string;
};

/** "2 × Adult, Floor" */
export function LineLabel({ line: { name, section, quantity }, locale }: LineLabelProps) {
  return (
    <>
      <span className="figures">{quantity}</span> × <bdi>{name}</bdi>
      {section !== undefined && (
        <>
          {comma(locale)}
          <bdi>{section}</bdi>
        </>
      )}
    </>
  );
}
