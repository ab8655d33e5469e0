import assert from "node:assert/strict";
import { before, test } from "node:test";
import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import { openSlices, sliceFont, sliceWith } from "./slices.ts";
import { linesThatFit } from "./text-block.ts";
import { drawable, fontOf, isDrawable, openLetters, spans } from "./typeface.ts";
import { directionOf, spansInOrder } from "./visual-order.ts";

/** Accepts lines of at most so many letters of equal width. */
function lines(text: string, width: number, most = 9): readonly string[] {
  return linesThatFit(text, (line) => [...line].length <= width, most);
}

test("Latin words stay whole; one longer than the line is split between letters", () => {
  assert.deepEqual(lines("The Night Garden", 10), ["The Night", "Garden"]);
  assert.deepEqual(lines("www.tickets.example", 10), ["www.ticket", "s.example"]);
  assert.deepEqual(lines("a co-op (R&B) evening", 8), ["a co-op", "(R&B)", "evening"]);
});

test("Japanese and Chinese words without spaces stay whole", () => {
  assert.deepEqual(lines("東京フィルハーモニー交響楽団", 11), ["東京フィルハーモニー", "交響楽団"]);
  assert.deepEqual(lines("北京大学交响乐团", 5), ["北京大学", "交响乐团"]);
  assert.deepEqual(lines("東京Jazz夜", 6), ["東京Jazz", "夜"]);
});

test("Korean text breaks at spaces", () => {
  assert.deepEqual(lines("한국 전통 음악의 밤", 7), ["한국 전통", "음악의 밤"]);
});

test("closing marks never start a line, and opening marks never end one", () => {
  assert.deepEqual(lines("夜、朝。", 3), ["夜、", "朝。"]);
  assert.deepEqual(lines("夜「朝」", 2), ["夜", "「朝", "」"]);
  assert.deepEqual(lines("夜「朝」昼", 3), ["夜", "「朝」", "昼"]);
});

test("a letter of several code points is not cut", () => {
  assert.deepEqual(lines("👩‍🎤👩‍🎤", 4), ["👩‍🎤", "👩‍🎤"]);
});

test("where lines are cut, the last one ends in an ellipsis that fits", () => {
  assert.deepEqual(lines("one two three four", 5, 2), ["one", "two…"]);
  assert.deepEqual(lines("東京東京東京東京", 4, 1), ["東京東…"]);
});

const LETTERS = [..."太한坶"].map(pointOf);

before(() => openSlices(LETTERS, [400, 600]));

test("draws a letter at the requested weight only", () => {
  const name = sliceWith("noto-sans-jp", pointOf("太"), 600) ?? "";
  const [regular, bold] = [400, 600].map((weight) => sliceFont(name, weight).layout("太").glyphs[0]?.path.toSVG());
  assert.ok(bold?.startsWith("M"));
  assert.notEqual(bold, regular);
});

test("a family has the letters of its files, whatever its index lists", () => {
  assert.match(sliceWith("noto-sans-kr", pointOf("한"), 400) ?? "", /^noto-sans-kr-\d+$/);
  assert.equal(sliceWith("noto-sans-jp", pointOf("한"), 400), undefined);
  assert.equal(sliceWith("noto-sans-sc", pointOf("坶"), 400), undefined);
});

test("throws for a letter whose file is not open", () => {
  assert.throws(() => sliceWith("noto-sans-jp", pointOf("太"), 900), /call openLetters/);
});

function pointOf(letter: string): number {
  return letter.codePointAt(0) ?? 0;
}

/** A place of each script, with signs that move, join or stack. */
const PLACES = [
  "ירושלים שָׁלוֹם",
  "กรุงเทพฯ น้ำใจ ฿",
  "ວຽງຈັນ ນ້ຳ",
  "ភ្នំពេញ ស្រី",
  "ရန်ကုန် မြန်မာ",
  "சென்னை ஸ்ரீ",
  "কলকাতা প্রতিষ্ঠান",
  "హైదరాబాద్ శ్రీ",
  "ಬೆಂಗಳೂರು ಶ್ರೀ",
  "തിരുവനന്തപുരം ശ്രീ",
  "અમદાવાદ શ્રી",
  "ਅੰਮ੍ਰਿਤਸਰ ਪੰਜਾਬੀ",
  "කොළඹ ශ්\u200dරී",
  "თბილისი ₾",
  "Երևան ֏",
  "አዲስ አበባ",
  "مُحَمَّد ۰۱۲",
  "র\u200d্যাফেল",
];

const EMOJI = ["Hall 🎭, 14 St", "Rock 🎸 Night 👩🏽‍🎤", "🎉 New Year 🇳🇿 1️⃣", "One🎉Two", "🎉"];

/** Numbers of Arabic and Persian, with the separators of Unicode and of keyboards. */
const NUMBERS = ["٤٧٫٥٠", "۴۷٫۵۰", "١٬٢٣٤٫٥٠", "47.50", "١٩:٣٠", "۱۹:۳۰", "٢٠٢٦/١٢/٠٤", "۲۰۲۶/۱۲/۰۴", "٪٢٠"];

const TEXTS = [
  "太郎 山田の張伟张直 臺灣 东京東京の夜 김철수 서울 葛城 ①　※ ❤🎭𝄞𓀀 हिन्दी",
  "ليالي ليلى التذكرة من مسرح مقعد (الشرفة) الخطيب",
  "Ngā Tama Ελένη Нина Nguyễn Ĵoĉjo",
];

before(() => openLetters({ deep: { within: [TEXTS, PLACES, EMOJI, NUMBERS, "𝓐𝓷𝓷𝓪 𝕭𝖗𝖔𝖜𝖓 𝟒𝟕"] } }));

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
  assert.equal(drawable("𝄞🎭 Tokyo 𝄞 Nights"), "Tokyo Nights");
  const known = "東京の夜 ليالي Ελένη Нина Nguyễn 서울";
  assert.equal(drawable(known), known);
});

test("letters of fancy alphabets without a font are plain ones", () => {
  assert.equal(drawable("𝓐𝓷𝓷𝓪 𝕭𝖗𝖔𝖜𝖓 𝟒𝟕 ①"), "Anna Brown 47 ①");
  assert.ok(isDrawable("𝓐𝓷𝓷𝓪 🎭"));
  for (const text of ["ᏣᎳᎩ", "Ada ᏣᎳᎩ", "🎭", "𓀀"]) assert.ok(!isDrawable(text), text);
});

test("every script has letters, also signs that join them", () => {
  for (const place of PLACES) {
    assert.equal(drawable(place), place);
    for (const { subset, text } of spans(place)) {
      for (const { id } of fontOf(subset, "regular").layout(text).glyphs) assert.notEqual(id, 0, `${place}: ${subset}`);
    }
  }
});

test("a sign that is written after a letter and read before it is drawn before it", () => {
  const [{ subset = "" } = {}] = spans("မြ");
  const drawn = fontOf(subset, "regular")
    .layout("မြ")
    .glyphs.map(({ id }) => id);
  const alone = fontOf(subset, "regular")
    .layout("မ")
    .glyphs.map(({ id }) => id);
  assert.equal(drawn.indexOf(alone[0] ?? -1), drawn.length - 1);
  assert.ok(drawn.length > 1);
});

test("emoji without a font leave no trace", () => {
  assert.deepEqual(EMOJI.map(drawable), ["Hall, 14 St", "Rock Night", "New Year 1", "OneTwo", ""]);
});

test("Hebrew is in order from right to left, and its points stay with their letters", () => {
  assert.deepEqual(onPaper("שָׁלוֹם (2)", "rtl"), ["(", "2", ") ", "שָׁלוֹם"]);
});

test("Thai breaks between words", () => {
  assert.deepEqual(lines("ดนตรีในสวน", 7), ["ดนตรีใน", "สวน"]);
});

test("the parts of an isolated address keep their order", () => {
  assert.deepEqual(onPaper("مسرح, \u206814 Bond Store Lane\u2069", "rtl"), ["14 Bond Store Lane", " ,", "مسرح"]);
});

test("joiners and variation selectors leave no gap, and decomposed letters are composed", () => {
  assert.equal(drawable("葛\u{e0100}城 ❤\ufe0f"), drawable("葛城 ❤"));
  assert.equal(drawable("A\u030ase"), "Åse");
  assert.equal(drawable("one\ntwo\u2028three"), "one two three");
  assert.equal(drawable("\u200f48\u200e"), "\u200f48\u200e");
});

test("numbers of Arabic and Persian are read from left to right, alone and among letters of either direction", () => {
  for (const number of NUMBERS) {
    for (const line of [number, `تذكرة ${number} ريال`, `Ticket ${number} $`]) {
      const placed = digitsOnPaper(line, directionOf(line).direction);
      assert.equal(placed, withPlainDigits(line).replaceAll(/\D/g, ""), line);
    }
  }
});

/** Returns the digits of a line from left to right, as the fonts draw them. Some of Persian have the shapes of Arabic. */
function digitsOnPaper(line: string, direction: "ltr" | "rtl"): string {
  const glyphs = spansInOrder(line, { ...directionOf(line), direction }).flatMap(
    ({ subset, text }) => fontOf(subset, "regular").layout(text).glyphs,
  );
  const letters = String.fromCodePoint(...glyphs.flatMap(({ codePoints }) => codePoints));
  return withPlainDigits(letters).replaceAll(/\D/g, "");
}

/** Returns the text in visual order; an Arabic span is reversed and joined by its font. */
function onPaper(line: string, direction: "ltr" | "rtl"): readonly string[] {
  return spansInOrder(line, { ...directionOf(line), direction }).map(({ text }) => text);
}

test("the first letter with a direction decides", () => {
  assert.equal(directionOf("14 Bond Store Lane").direction, "ltr");
  assert.equal(directionOf("ليالي Nights").direction, "rtl");
  assert.equal(directionOf("2026").direction, "ltr");
});

test("Latin text stays unchanged", () => {
  assert.deepEqual(onPaper("The Tempest (2)", "ltr"), ["The Tempest (2)"]);
});

test("Arabic words are in order from right to left, digits and Latin words among them from left to right", () => {
  assert.deepEqual(onPaper("التذكرة 1 من 12", "rtl"), ["12", " ", "من", " ", "1", " ", "التذكرة"]);
  assert.deepEqual(onPaper("مسرح Foyer", "rtl"), ["Foyer", " ", "مسرح"]);
});

test("brackets and full stops follow the direction of the words, and brackets are mirrored", () => {
  assert.deepEqual(onPaper("مقعد (الشرفة).", "rtl"), [".(", "الشرفة", ") ", "مقعد"]);
});

test("an Arabic name in an English line keeps its own order", () => {
  assert.deepEqual(onPaper("For ليلى الخطيب, Ada", "ltr"), ["For ", "الخطيب", " ", "ليلى", ", Ada"]);
});

test("a direction mark keeps a sign with its letters, and is not drawn", () => {
  assert.deepEqual(onPaper("\u200f48.50 NZ$\u200e", "rtl"), ["NZ$", " ", "48.50"]);
  assert.deepEqual(onPaper("\u200f48.50 NZ$", "rtl"), ["$", "NZ", " ", "48.50"]);
});
