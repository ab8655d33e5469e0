import assert from "node:assert/strict";
import test from "node:test";
import { wcagContrast } from "culori";
import { type Accent, accentStylesheet, accentTokens, THEMES } from "./accent.ts";

/** The seventeen pairs of colours that are used together, and the contrast of each. */
function failures(theme: keyof typeof THEMES, accent: Accent): string[] {
  const { backgrounds, ink } = THEMES[theme];
  const pairs: [string, string, string, number][] = [
    ["on/fill", accent.on, accent.fill, 4.5],
    ["on/hover", accent.on, accent.hover, 4.5],
    // The header in the account's colour: its name, links and focus ring.
    ["head/fill", accent.on, accent.fill, 4.5],
    ["head ring/fill", accent.on, accent.fill, 3],
    ["onSoft/soft", accent.onSoft, accent.soft, 4.5],
    ["ink/soft", ink, accent.soft, 4.5],
    ...backgrounds.map((background, at): [string, string, string, number] => [
      `text/${at}`,
      accent.text,
      background,
      4.5,
    ]),
    ...[...backgrounds, accent.soft].flatMap((background, at): [string, string, string, number][] => [
      [`edge/${at}`, accent.edge, background, 3],
      [`ring/${at}`, accent.ring, background, 3],
    ]),
  ];
  assert.equal(pairs.length, 17);
  return pairs.filter(([, a, b, least]) => wcagContrast(a, b) < least).map(([name]) => name);
}

const STEPS = Array.from({ length: 12 }, (_, step) => Math.round((step * 255) / 11));

test("every colour of a 12³ grid is readable in both themes", () => {
  let kept = 0;
  for (const r of STEPS)
    for (const g of STEPS)
      for (const b of STEPS) {
        const colour = `#${[r, g, b].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
        const tokens = accentTokens(colour);
        for (const theme of ["light", "dark"] as const)
          assert.deepEqual(failures(theme, tokens[theme]), [], `${colour} in the ${theme} theme`);
        if (tokens.light.fill === colour) kept += 1;
      }
  assert.ok(kept / 12 ** 3 > 0.95, `only ${kept} of 1728 colours were kept to the digit`);
});

test("the control: the check finds an unreadable colour", () => {
  const bad = { ...accentTokens("#4f46e5").light, text: "#e8e8ee", edge: "#f5f5f5" };
  assert.deepEqual(failures("light", bad), ["text/0", "text/1", "text/2", "edge/0", "edge/1", "edge/2", "edge/3"]);
});

test("an invalid colour becomes the default, and transparency is ignored", () => {
  assert.deepEqual(accentTokens("url(x)"), accentTokens("#4f46e5"));
  assert.deepEqual(accentTokens("#0f766e80"), accentTokens("#0f766e"));
});

test("the stylesheet has sixteen plain colours and nothing else", () => {
  const text = accentStylesheet("red;}body{display:none");
  assert.match(text, /^:root\{(--accent-[a-z-]+:#[0-9a-f]{6};){16}\}\n$/);
});
