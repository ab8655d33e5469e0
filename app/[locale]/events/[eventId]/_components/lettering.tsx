import { classNames } from "#components/ui/class-names.ts";

type LetteringProps = { readonly name: string; readonly when: string | undefined; readonly where: string };

/** Returns the largest size at which the longest word fits the poster's width, and the name its upper half. */
export function letteringSize(name: string): "large" | "medium" | "small" {
  const longest = Math.max(...name.split(/\s+/).map((word) => word.length));
  if (longest <= 8 && name.length <= 28) return "large";
  return longest <= 13 && name.length <= 56 ? "medium" : "small";
}

const SIZES = {
  large: "text-[4.625rem]/[3.9375rem]",
  medium: "text-[2.875rem]/[2.75rem]",
  small: "text-[1.875rem]/8",
} as const;

/**
 * The poster's text on a wide screen. It repeats the page's title and facts, so it is drawn by the stylesheet and not
 * part of the page's text. The scrim keeps white at 4:1 or more on any picture.
 */
export function Lettering({ name, when, where }: LetteringProps) {
  return (
    <div
      aria-hidden="true"
      className="absolute inset-0 flex flex-col justify-between bg-[linear-gradient(#0e0c268c_55%,transparent_72%,#0e0c26c8)] p-7 text-white max-lg:hidden"
    >
      <p
        data-text={name}
        className={classNames(
          "font-display font-extrabold tracking-[-.03em] wrap-anywhere before:content-[attr(data-text)]",
          SIZES[letteringSize(name)],
        )}
      />
      <p className="figures flex items-end justify-between gap-6 text-sm font-semibold">
        <span data-text={when ?? ""} className="before:content-[attr(data-text)]" />
        <span data-text={where} className="text-end before:content-[attr(data-text)]" />
      </p>
    </div>
  );
}
