"use client";

import { Check, Contrast } from "lucide";
import { useEffect, useRef, useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { fill } from "#lib/i18n/words.ts";
import type { ColourLook, ThemeLook } from "#lib/tickets/art/colour-look.ts";

type PreviewWords = {
  readonly howBuyersSee: string;
  /** With `{colour}`. */
  readonly kept: string;
  readonly names: Readonly<Record<ColourLook["name"], string>>;
  readonly adjusted: string;
  readonly buttonText: Readonly<Record<ColourLook["buttonText"], string>>;
  readonly edges: Readonly<Record<ColourLook["edges"], string>>;
  readonly links: Readonly<Record<ColourLook["links"], string>>;
  readonly light: string;
  readonly dark: string;
  /** On the drawn page. */
  readonly title: string;
  readonly button: string;
  readonly link: string;
};

type ColourPreviewProps = {
  /** The input of the same form whose colour is shown while it is typed. */
  readonly input: string;
  readonly stored: ColourLook;
  readonly locale: string;
  readonly isRightToLeft: boolean;
  readonly words: PreviewWords;
};

/** How a page of the shop looks in the typed colour, in both themes, and what of the colour is adjusted; without script in the stored one. */
export function ColourPreview({ input, stored, locale, isRightToLeft, words }: ColourPreviewProps) {
  const box = useRef<HTMLElement>(null);
  const [look, setLook] = useState<ColourLook | undefined>(stored);
  useEffect(() => {
    const form = box.current?.closest("form");
    if (!form) return;
    const show = async () => {
      const field = form.elements.namedItem(input);
      const colour = field instanceof HTMLInputElement ? field.value.trim() : "";
      // Nothing is shown of what is no colour, but the stored one is where none is typed.
      if (!/^#[\da-f]{6}$/i.test(colour)) return setLook(colour === "" ? stored : undefined);
      const { colourLook } = await import("#lib/tickets/art/colour-look.ts");
      setLook(colourLook(colour));
    };
    const onInput = () => void show();
    onInput();
    form.addEventListener("input", onInput);
    return () => form.removeEventListener("input", onInput);
  }, [input, stored]);

  if (look === undefined) return <section ref={box} aria-label={words.howBuyersSee} />;
  const adjustments = [words.buttonText[look.buttonText], words.edges[look.edges], words.links[look.links]];
  const drawn = { words, isRightToLeft };
  return (
    <section ref={box} className="grid gap-3">
      <h2 className="text-base">{words.howBuyersSee}</h2>
      <Panel tone={look.isKept ? "ok" : "warn"} role="status" className="flex items-start gap-3 p-4 text-sm">
        <Icon of={look.isKept ? Check : Contrast} size={20} className="shrink-0" />
        <p>
          <strong>{look.isKept ? fill(words.kept, { colour: words.names[look.name] }) : words.adjusted}</strong>{" "}
          {adjustments.filter((text) => text !== "").join(" ")}
        </p>
      </Panel>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-1">
        <Drawn {...drawn} look={look.light} caption={captionOf(words.light, look.light, locale)} />
        <Drawn {...drawn} look={look.dark} caption={captionOf(words.dark, look.dark, locale)} />
      </div>
    </section>
  );
}

function captionOf(words: string, { textContrast, buttonContrast }: ThemeLook, locale: string): string {
  // Down to a tenth: never more contrast than there is.
  const ratio = (contrast: number) => (Math.floor(contrast * 10) / 10).toLocaleString(locale);
  return fill(words, { text: ratio(textContrast), button: ratio(buttonContrast) });
}

type DrawnProps = {
  readonly look: ThemeLook;
  readonly caption: string;
  readonly words: PreviewWords;
  readonly isRightToLeft: boolean;
};

const WIDTH = 380;
const START = 16;

/** Drawn, since the policy of the page allows no colours in its markup. */
function Drawn({ look, caption, words, isRightToLeft }: DrawnProps) {
  const start = isRightToLeft ? WIDTH - START : START;
  return (
    <figure className="overflow-hidden rounded-xl border border-line bg-surface">
      <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} 152`} className="w-full">
        <rect width={WIDTH} height="152" fill={look.background} />
        <text x={start} y="36" fill={look.ink} className="font-display text-[19px] font-bold">
          {words.title}
        </text>
        <rect x={START} y="52" width={WIDTH - 2 * START} height="48" rx="16" fill={look.fill} />
        <rect
          x={START + 1}
          y="53"
          width={WIDTH - 2 * START - 2}
          height="46"
          rx="15"
          fill="none"
          stroke={look.edge}
          strokeWidth="2"
        />
        <text x={WIDTH / 2} y="82" fill={look.on} textAnchor="middle" className="text-[17px] font-semibold">
          {words.button}
        </text>
        <text x={start} y="130" fill={look.text} className="text-[15px] font-medium underline underline-offset-4">
          {words.link}
        </text>
      </svg>
      <figcaption className="figures px-4 py-2 text-xs">{caption}</figcaption>
    </figure>
  );
}
