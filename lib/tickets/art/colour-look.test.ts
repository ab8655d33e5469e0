import assert from "node:assert/strict";
import { test } from "node:test";
import { colourLook } from "#lib/tickets/art/colour-look.ts";

test("a yellow stays as it is, with dark text, and with edge and links that are adjusted on light pages alone", () => {
  const { name, isKept, buttonText, edges, links, light, dark } = colourLook("#FFE600");
  assert.deepEqual(
    { name, isKept, buttonText, edges, links },
    {
      name: "yellow",
      isKept: true,
      buttonText: "dark",
      edges: "light",
      links: "light",
    },
  );
  assert.deepEqual([light.fill, dark.fill, dark.text], ["#ffe600", "#ffe600", "#ffe600"]);
});

test("a black stays as it is, with white text, and is adjusted on dark pages alone", () => {
  const { name, isKept, buttonText, edges, links, light } = colourLook("#000000");
  assert.deepEqual(
    { name, isKept, buttonText, edges, links },
    {
      name: "black",
      isKept: true,
      buttonText: "white",
      edges: "dark",
      links: "dark",
    },
  );
  assert.equal(Math.round(light.buttonContrast), 21);
});

test("every grey and every colour can be read in both themes", () => {
  const steps = ["00", "33", "66", "80", "99", "cc", "ff"];
  const colours = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
  for (const colour of colours)
    for (const { textContrast, buttonContrast } of [colourLook(colour).light, colourLook(colour).dark]) {
      assert.ok(textContrast >= 4.5, `${colour}: text ${textContrast}`);
      assert.ok(buttonContrast >= 4.5, `${colour}: button ${buttonContrast}`);
    }
});

test("colours have the names that people give them", () => {
  const names = {
    "#4f46e5": "blue",
    "#dc2626": "red",
    "#f97316": "orange",
    "#16a34a": "green",
    "#0d9488": "turquoise",
    "#9333ea": "purple",
    "#ec4899": "pink",
    "#ffffff": "white",
    "#808080": "grey",
  };
  for (const [colour, name] of Object.entries(names)) assert.equal(colourLook(colour).name, name, colour);
});
