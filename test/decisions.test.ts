import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const FOLDER = "docs/decisions";
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const STATUS =
  /^(accepted|superseded by \d{4})( · superseded in part by \d{4}(, \d{4})*)?( · supersedes (part of )?\d{4}(, \d{4})*)?$/;

type Decision = {
  readonly file: string;
  readonly number: string;
  readonly title: string;
  readonly date: string;
  readonly status: string;
};

function readDecision(file: string, text: string): Decision {
  const [heading = "", , line = ""] = text.split("\n");
  const [, number = "", title = ""] = /^# (\d{4}) (.+)$/.exec(heading) ?? [];
  const [date = "", ...status] = line.split(" · ");
  return { file, number, title, date, status: status.join(" · ") };
}

/** Returns a line for each violation of the format from which the index is generated. */
function faultsOf({ file, number, title, date, status }: Decision): readonly string[] {
  const words =
    title
      .toLowerCase()
      .replaceAll("'", "")
      .match(/[a-z0-9]+/g) ?? [];
  const name = `${[number, ...words].join("-")}.md`;
  return [
    ...(title === "" ? [`${file}: its first line is "# NNNN Title"`] : []),
    ...(file === name ? [] : [`${file}: its name follows its title: ${name}`]),
    ...(DATE.test(date) && STATUS.test(status) ? [] : [`${file}: its third line is "YYYY-MM-DD · status"`]),
  ];
}

/** Returns the record numbers after a phrase of the status, such as "superseded by". */
function numbersAfter(word: RegExp, { status }: Decision): readonly string[] {
  return [...(word.exec(status)?.[0] ?? "").matchAll(/\d{4}/g)].map(([number]) => number);
}

const supersededBy = (decision: Decision) => [
  ...numbersAfter(/superseded by \d{4}/, decision),
  ...numbersAfter(/superseded in part by [\d, ]+/, decision),
];
const supersedes = (decision: Decision) => numbersAfter(/supersedes (part of )?[\d, ]+/, decision);

/** Returns a line for each reference to a superseding or superseded record that the other record does not make. */
function oneSidedReferencesIn(decisions: readonly Decision[]): readonly string[] {
  const pairs = (side: typeof supersedes) =>
    decisions.flatMap((decision) => side(decision).map((other) => [decision.number, other] as const));
  const olderFirst = pairs(supersededBy).map(([older, newer]) => `${newer} supersedes ${older}`);
  const newerFirst = pairs(supersedes).map(([newer, older]) => `${newer} supersedes ${older}`);
  return [
    ...olderFirst.filter((line) => !newerFirst.includes(line)),
    ...newerFirst.filter((line) => !olderFirst.includes(line)),
  ];
}

function indexOf(decisions: readonly Decision[]): string {
  const rows = decisions.map((decision) => {
    const [status = ""] = decision.status.split(/ by | · /);
    const isInPart = decision.status.includes("in part");
    const link = `[${decision.title}](${decision.file})`;
    const by = supersededBy(decision).join(", ");
    return `| ${decision.number} | ${link} | ${status} | ${by}${isInPart ? " (in part)" : ""} | ${decision.date} |`;
  });
  const last = Number(decisions.at(-1)?.number);
  const numbers = Array.from({ length: last }, (_, at) => String(at + 1).padStart(4, "0"));
  const unused = numbers.filter((number) => !decisions.some((decision) => decision.number === number));
  return `# Decisions

Each record says what was decided, why, and what follows from it. A record that is superseded stays. A new one takes the next number: copy the form of a
short one, such as 0006, and run \`npm run generate\`, which writes this page from the files. Not used: ${unused.join(", ")}.

| number | decision | status | superseded by | date |
|---|---|---|---|---|
${rows.join("\n")}
`;
}

const files = readdirSync(FOLDER).filter((file) => file !== "README.md");
const decisions = files.toSorted().map((file) => readDecision(file, readFileSync(`${FOLDER}/${file}`, "utf8")));

test("every decision record has a number, a title, a date and a status, and a file name that follows its title", () => {
  assert.ok(decisions.length >= 70);
  assert.deepEqual(decisions.flatMap(faultsOf), []);
  assert.equal(new Set(decisions.map(({ number }) => number)).size, decisions.length, "a number is used once");
});

test("a record that is superseded and the one that supersedes it name each other", () => {
  assert.deepEqual(oneSidedReferencesIn(decisions), []);
});

test("docs/decisions/README.md lists every record: `npm run generate` updates it", (t) => {
  t.assert.fileSnapshot(indexOf(decisions), `${FOLDER}/README.md`, { serializers: [String] });
});

test("reports a name that does not follow the title, a missing date, and a one-sided reference", () => {
  const wrong = readDecision("0001-other.md", "# 0001 Plain SQL\n\naccepted\n");
  assert.deepEqual(faultsOf(wrong), [
    "0001-other.md: its name follows its title: 0001-plain-sql.md",
    '0001-other.md: its third line is "YYYY-MM-DD · status"',
  ]);
  const older = readDecision("0001-a.md", "# 0001 A\n\n2026-01-01 · superseded by 0002\n");
  const newer = readDecision("0002-b.md", "# 0002 B\n\n2026-01-02 · accepted\n");
  assert.deepEqual(oneSidedReferencesIn([older, newer]), ["0002 supersedes 0001"]);
});
