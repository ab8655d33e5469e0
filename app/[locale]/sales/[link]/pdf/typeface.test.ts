import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { fontFiles, spans } from "#app/[locale]/sales/[link]/pdf/typeface.ts";

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

test("letters that no file has are one gap, however many words they make", () => {
  assert.deepEqual(spans("ليالي الأندلس — Andalusian Nights"), [{ subset: "latin", text: "… — Andalusian Nights" }]);
  assert.deepEqual(spans("東京 Trio"), [{ subset: "latin", text: "… Trio" }]);
  assert.deepEqual(spans("𝄞東"), [{ subset: "latin", text: "…" }]);
});
