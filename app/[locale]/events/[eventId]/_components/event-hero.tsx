import { Poster } from "#components/poster/poster.tsx";
import { classNames } from "#components/ui/class-names.ts";
import type { Picture } from "#lib/ticketing/model/picture.ts";

type EventHeroProps = {
  readonly eventId: number;
  readonly name: string;
  readonly brandHue: number;
  readonly picture: Picture | undefined;
  /** What the account's picture shows. */
  readonly alt?: string | undefined;
  /** Shown at the bottom of the generated poster on a wide screen. */
  readonly when: string | undefined;
  readonly where: string;
};

/**
 * The event's picture. A generated one is behind the title on a phone, and a poster with text on a wide screen; nothing
 * is written on the account's own.
 */
export function EventHero({ eventId, name, brandHue, picture, alt, when, where }: EventHeroProps) {
  return (
    <div
      className={classNames(
        "relative isolate overflow-hidden rounded-xl lg:aspect-4/5 lg:rounded-2xl",
        picture === undefined ? "min-h-46" : "min-h-32",
      )}
    >
      <Poster
        eventId={eventId}
        brandHue={brandHue}
        picture={picture}
        alt={alt}
        use="hero"
        isFirst
        className="absolute inset-0 h-full"
      />
      {picture === undefined && <Lettering name={name} when={when} where={where} />}
    </div>
  );
}

type LetteringProps = { readonly name: string; readonly when: string | undefined; readonly where: string };

/** Returns the largest size at which the longest word fits the poster's width, and the name its upper half. */
function letteringSize(name: string): "large" | "medium" | "small" {
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
function Lettering({ name, when, where }: LetteringProps) {
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
