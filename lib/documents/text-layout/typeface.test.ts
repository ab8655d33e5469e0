import assert from "node:assert/strict";
import { before, test } from "node:test";
import { drawable, fontOf, openLetters, spans } from "./typeface.ts";

const EAST_ASIAN = ["太郎 山田の張伟张直 臺灣 东京東京の夜 김철수 서울 葛城 ①　※ ❤🎭𝄞𓀀 हिन्दी"];

before(() => openLetters({ deep: { within: EAST_ASIAN } }));

test("splits a text where the font file changes", () => {
  assert.deepEqual(spans("Ngā Tama"), [
    { subset: "latin", text: "Ng" },
    { subset: "latin-ext", text: "ā" },
    { subset: "latin", text: " Tama" },
  ]);
});

test("Han letters come from the font of the text's country", () => {
  const [japanese, chinese, korean] = ["山田の", "张伟直", "김直"].map((text) => spans(text));
  assert.ok(japanese?.every(({ subset }) => subset.startsWith("noto-sans-jp-")));
  assert.ok(chinese?.every(({ subset }) => subset.startsWith("noto-sans-sc-")));
  assert.ok(korean?.every(({ subset }) => subset.startsWith("noto-sans-kr-")));
});

test("a letter that an index lists and its file does not have comes from another file", () => {
  assert.deepEqual(spans("Ĵā"), [
    { subset: "noto-latin-ext", text: "Ĵ" },
    { subset: "latin-ext", text: "ā" },
  ]);
});

test("every letter of a drawable text has a shape", () => {
  for (const { subset, text } of spans(
    drawable("太郎 山田, 张伟 臺灣, 김철수 ليلى Ελένη Нина Nguyễn Ĵoĉjo हिन्दी ①　※"),
  ))
    for (const { id } of fontOf(subset, "bold").layout(text).glyphs) assert.notEqual(id, 0, text);
  assert.equal(fontOf("latin", "bold").layout("太").glyphs[0]?.id, 0);
});

test("adjacent words without a font become one gap", () => {
  assert.equal(drawable("𓀀𓀁𓀂 𓀀 𓀁 — Tokyo Nights"), "… — Tokyo Nights");
  assert.equal(drawable("𝄞🎭"), "…");
  const known = "東京の夜 ليالي Ελένη Нина Nguyễn 서울";
  assert.equal(drawable(known), known);
});

test("joiners and variation selectors leave no gap, and decomposed letters are composed", () => {
  assert.equal(drawable("葛\u{e0100}城 ❤\ufe0f"), drawable("葛城 ❤"));
  assert.equal(drawable("A\u030ase"), "Åse");
  assert.equal(drawable("one\ntwo\u2028three"), "one two three");
  assert.equal(drawable("\u200f48\u200e"), "\u200f48\u200e");
});
