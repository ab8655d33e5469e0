import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { titleFonts } from "./title-fonts.ts";

test("the fonts of titles are made from those of the package (node tools/title-fonts.ts writes them)", async () => {
  for (const [path, font] of await titleFonts()) assert.ok(font.equals(readFileSync(path)), path);
});
