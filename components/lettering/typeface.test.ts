import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { drawable, fontFiles, spans } from "#components/lettering/typeface.ts";

test("every font file is there", () => {
  assert.deepEqual(
    fontFiles().filter(({ path }) => !existsSync(path)),
    [],
  );
});

test("a text is cut where another font file begins", () => {
  assert.deepEqual(spans("Ngā Tama"), [
    { subset: "latin", text: "Ng" },
    { subset: "latin-ext", text: "ā" },
    { subset: "latin", text: " Tama" },
  ]);
});

test("names of other alphabets have fonts of their own", () => {
  assert.deepEqual(spans("Нина, ليلى"), [
    { subset: "cyrillic", text: "Нина" },
    { subset: "latin", text: ", " },
    { subset: "arabic", text: "ليلى" },
  ]);
});

test("letters that no file has are one gap, however many words they make", () => {
  assert.equal(drawable("東京の夜 の 夜 — Tokyo Nights"), "… — Tokyo Nights");
  assert.equal(drawable("𝄞東"), "…");
  assert.equal(drawable("ليالي Ελένη Нина Nguyễn"), "ليالي Ελένη Нина Nguyễn");
});
