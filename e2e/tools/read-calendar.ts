/** An entry of an iCalendar file. Times are instants, read with the file's own time zone rules. */
export type ReadEntry = {
  readonly startsAt: Date;
  readonly endsAt: Date | undefined;
  /** The first value of each other property, unescaped, without its parameters. */
  readonly properties: Readonly<Record<string, string>>;
};

type Line = { readonly name: string; readonly parameters: Readonly<Record<string, string>>; readonly value: string };
type Part = { readonly name: string; readonly lines: readonly Line[]; readonly parts: readonly Part[] };

const ONCE = ["UID", "DTSTAMP", "DTSTART", "DTEND", "SUMMARY", "SEQUENCE", "STATUS", "LOCATION", "DESCRIPTION", "URL"];

/**
 * Returns the entries of an iCalendar file, in its order. Throws for what RFC 5545 refuses: lines that are too long or
 * have no CRLF, parts that do not nest, missing or repeated properties, a zone without rules, an invalid time. It shares
 * no code with the writer and takes no zone from the runtime.
 */
export function readCalendar(file: string): readonly ReadEntry[] {
  if (!file.endsWith("\r\n")) throw new Error("The file does not end with CRLF.");
  const physical = file.slice(0, -2).split("\r\n");
  for (const line of physical) {
    if (/[\r\n\0]/.test(line)) throw new Error("A line has a control character.");
    if (Buffer.byteLength(line) > 75) throw new Error(`A line is longer than 75 bytes: ${line}`);
    if (line.includes("\uFFFD")) throw new Error("A letter is cut.");
  }
  const lines = physical.join("\r\n").replaceAll("\r\n ", "").split("\r\n").map(lineOf);
  const calendar = partOf(lines);
  if (calendar.name !== "VCALENDAR") throw new Error("There is no VCALENDAR.");
  if (one(calendar, "VERSION") !== "2.0" || one(calendar, "PRODID") === "") throw new Error("No version or PRODID.");
  const zones = calendar.parts.filter(({ name }) => name === "VTIMEZONE");
  const used = calendar.parts.filter(({ name }) => name === "VEVENT").map((event) => entryOf(event, zones));
  const unknown = calendar.parts.find(({ name }) => name !== "VEVENT" && name !== "VTIMEZONE");
  if (unknown) throw new Error(`Unknown part ${unknown.name}.`);
  if (new Set(used.map(({ properties }) => properties.UID)).size < used.length) throw new Error("A UID is repeated.");
  return used;
}

function lineOf(text: string): Line {
  const [, name = "", parameters = "", value = ""] = /^([A-Z-]+)((?:;[A-Z-]+=[^;:"]+)*):(.*)$/.exec(text) ?? [];
  if (name === "") throw new Error(`Not a content line: ${text}`);
  return {
    name,
    parameters: Object.fromEntries(
      parameters
        .split(";")
        .slice(1)
        .map((each) => each.split("=")),
    ),
    value,
  };
}

function partOf(lines: readonly Line[]): Part {
  let at = 0;
  const read = (): Part => {
    const begin = lines[at++];
    if (begin?.name !== "BEGIN") throw new Error("A part does not begin.");
    const own: Line[] = [];
    const parts: Part[] = [];
    for (;;) {
      const line = lines[at];
      if (line === undefined) throw new Error(`${begin.value} does not end.`);
      if (line.name === "BEGIN") parts.push(read());
      else {
        at++;
        if (line.name !== "END") own.push(line);
        else if (line.value === begin.value) return { name: begin.value, lines: own, parts };
        else throw new Error(`${begin.value} ends as ${line.value}.`);
      }
    }
  };
  const whole = read();
  if (at < lines.length) throw new Error("There are lines after the calendar.");
  return whole;
}

function entryOf(event: Part, zones: readonly Part[]): ReadEntry {
  for (const name of ONCE)
    if (event.lines.filter((line) => line.name === name).length > 1) throw new Error(`${name} is repeated.`);
  for (const name of ["UID", "DTSTAMP", "DTSTART"]) one(event, name);
  const start = event.lines.find(({ name }) => name === "DTSTART");
  const end = event.lines.find(({ name }) => name === "DTEND");
  const startsAt = instantOf(start, zones);
  const endsAt = end && instantOf(end, zones);
  if (endsAt && endsAt < startsAt) throw new Error("It ends before it starts.");
  return {
    startsAt,
    endsAt,
    properties: Object.fromEntries(event.lines.toReversed().map(({ name, value }) => [name, unescaped(value)])),
  };
}

function instantOf(line: Line | undefined, zones: readonly Part[]): Date {
  if (line === undefined) throw new Error("There is no time.");
  const zone = line.parameters.TZID;
  if (line.value.endsWith("Z")) {
    if (zone !== undefined) throw new Error("A UTC time has a zone.");
    return new Date(clockOf(line.value.slice(0, -1)));
  }
  if (zone === undefined) throw new Error("A local time has no zone.");
  const rules = zones.filter((one_) => one(one_, "TZID") === zone);
  if (rules.length !== 1) throw new Error(`${zone} has ${rules.length} VTIMEZONEs.`);
  return new Date(clockOf(line.value) - offsetMs(rules[0] as Part, clockOf(line.value)));
}

/** Returns the offset of the last onset at or before a local time, as RFC 5545 §3.6.5 asks. */
function offsetMs(zone: Part, local: number): number {
  const onsets = zone.parts.map((part) => {
    if (part.name !== "STANDARD" && part.name !== "DAYLIGHT") throw new Error(`A zone has a ${part.name}.`);
    if (part.lines.some(({ name }) => name === "RRULE")) throw new Error("This reader knows no RRULE.");
    return {
      at: clockOf(one(part, "DTSTART")),
      to: spanOf(one(part, "TZOFFSETTO")),
      from: spanOf(one(part, "TZOFFSETFROM")),
    };
  });
  const last = onsets.filter(({ at }) => at <= local).toSorted((a, b) => b.at - a.at)[0];
  if (last === undefined) throw new Error("The zone has no rule for this time.");
  return last.to;
}

function one({ name: part, lines }: Part, name: string): string {
  const found = lines.filter((line) => line.name === name);
  if (found.length !== 1) throw new Error(`${part} has ${found.length} ${name}.`);
  return found[0]?.value ?? "";
}

function clockOf(text: string): number {
  const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(at)) throw new Error(`Not a time: ${text}`);
  return at;
}

function spanOf(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(text) ?? [];
  if (sign === undefined) throw new Error(`Not an offset: ${text}`);
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function unescaped(value: string): string {
  return value.replace(/\\(.)/g, (_, letter: string) => (letter === "n" || letter === "N" ? "\n" : letter));
}
