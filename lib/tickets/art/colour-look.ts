import { converter, formatHex, parse, wcagContrast } from "culori";
import { accentTokens, THEMES } from "#lib/tickets/art/accent.ts";

/** How one theme of the shop uses a colour, and with which contrasts. Every colour is a hex colour. */
export type ThemeLook = Readonly<Record<"background" | "ink" | "fill" | "on" | "edge" | "text", string>> & {
  /** Of links on the page, and of the button's text on the button. */
  readonly textContrast: number;
  readonly buttonContrast: number;
};

/** What becomes of a colour: where it stays as it is, and where it is adjusted so that everyone can read it. */
export type ColourLook = {
  readonly colour: string;
  readonly name: ColourName;
  readonly isKept: boolean;
  readonly buttonText: "dark" | "white";
  /** The themes in which a button has an edge, since its colour is too near to that of the page. */
  readonly edges: Themes;
  /** The themes whose links have another shade. */
  readonly links: Themes;
  readonly light: ThemeLook;
  readonly dark: ThemeLook;
};

type Themes = "both" | "light" | "dark" | "none";
type ColourName = "black" | "white" | "grey" | (typeof HUES)[number][1];

/** The hues of OKLCH in degrees, each up to the first number. */
const HUES = [
  [12, "pink"],
  [42, "red"],
  [78, "orange"],
  [118, "yellow"],
  [165, "green"],
  [215, "turquoise"],
  [282, "blue"],
  [325, "purple"],
  [360, "pink"],
] as const;

const CHROMA_OF_GREY = 0.03;

const toOklch = converter("oklch");

/** Returns how the shop looks in a colour, by the same tokens as its stylesheet. */
export function colourLook(colour: string): ColourLook {
  const accents = accentTokens(colour);
  const { fill, on } = accents.light;
  const differs = (of: "edge" | "text") => themesWith((theme) => accents[theme][of] !== fill);
  return {
    colour,
    name: nameOf(colour),
    isKept: fill === formatHex(parse(colour)),
    buttonText: on === "#ffffff" ? "white" : "dark",
    edges: differs("edge"),
    links: differs("text"),
    light: themeLook("light"),
    dark: themeLook("dark"),
  };

  function themeLook(theme: "light" | "dark"): ThemeLook {
    const { fill, on, edge, text } = accents[theme];
    const { backgrounds, ink } = THEMES[theme];
    const [background] = backgrounds;
    return {
      ...{ background, ink, fill, on, edge, text },
      textContrast: wcagContrast(text, background),
      buttonContrast: wcagContrast(on, fill),
    };
  }
}

function themesWith(has: (theme: "light" | "dark") => boolean): Themes {
  const [light, dark] = [has("light"), has("dark")];
  if (light) return dark ? "both" : "light";
  return dark ? "dark" : "none";
}

function nameOf(colour: string): ColourName {
  const { l = 0, c = 0, h = 0 } = toOklch(parse(colour)) ?? {};
  if (c < CHROMA_OF_GREY) return l < 0.25 ? "black" : l > 0.95 ? "white" : "grey";
  return HUES.find(([end]) => h <= end)?.[1] ?? "pink";
}
