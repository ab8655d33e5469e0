import { Fault } from "#tools/lib/fault.ts";

export type Instruction =
  | { readonly do: "workdir"; readonly path: string }
  | { readonly do: "copy"; readonly from: string | undefined; readonly sources: readonly string[]; readonly to: string }
  | { readonly do: "run"; readonly command: string; readonly secrets: readonly string[] }
  | { readonly do: "environment"; readonly values: Readonly<Record<string, string>> }
  | { readonly do: "user"; readonly name: string }
  | { readonly do: "volume"; readonly path: string }
  | { readonly do: "entrypoint"; readonly command: readonly string[] }
  /** Build arguments, which have no value of their own. */
  | { readonly do: "arguments"; readonly names: readonly string[] }
  /** Ports: a declaration without an effect on a build. */
  | { readonly do: "nothing" };

export type BuildStage = {
  readonly name: string;
  /** The name of an earlier stage, or of an image. */
  readonly base: string;
  readonly instructions: readonly Instruction[];
};

/** Reads a Containerfile. Throws a Fault that names an instruction or an option that it does not know. */
export function readContainerfile(text: string): readonly BuildStage[] {
  const stages: { name: string; base: string; instructions: Instruction[] }[] = [];
  for (const line of linesOf(text)) {
    const [, keyword = "", rest = ""] = /^([A-Z]+)\s+(.*)$/s.exec(line) ?? [];
    if (keyword === "FROM") {
      const [, base, name = `stage ${stages.length}`] = /^(\S+)(?:\s+AS\s+(\S+))?$/.exec(rest) ?? unknown(line);
      stages.push({ name, base: base ?? "", instructions: [] });
      continue;
    }
    const stage = stages.at(-1) ?? unknown(line);
    stage.instructions.push(instructionOf(keyword, rest) ?? unknown(line));
  }
  return stages;
}

/** Returns the instructions without comments, each on one line. */
function linesOf(text: string): readonly string[] {
  const withoutComments = text
    .split("\n")
    .filter((line) => !/^\s*#/.test(line))
    .join("\n");
  return withoutComments
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

function instructionOf(keyword: string, rest: string): Instruction | undefined {
  switch (keyword) {
    case "WORKDIR":
      return { do: "workdir", path: rest };
    case "COPY":
      return copyOf(rest.split(/\s+/));
    case "RUN":
      return runOf(rest);
    case "ENV":
      return { do: "environment", values: Object.fromEntries(rest.split(/\s+/).map(pairOf)) };
    case "USER":
      return { do: "user", name: rest };
    case "VOLUME":
      return { do: "volume", path: rest };
    case "ENTRYPOINT":
      return { do: "entrypoint", command: JSON.parse(rest) };
    case "EXPOSE":
      return { do: "nothing" };
    case "ARG":
      return rest.includes("=") ? undefined : { do: "arguments", names: rest.split(/\s+/) };
    default:
      return undefined;
  }
}

function copyOf(words: readonly string[]): Instruction | undefined {
  const options = words.filter((word) => word.startsWith("--"));
  const paths = words.filter((word) => !word.startsWith("--"));
  const from = options.find((option) => option.startsWith("--from="))?.slice("--from=".length);
  if (options.length > (from === undefined ? 0 : 1) || paths.length < 2) return undefined;
  return { do: "copy", from, sources: paths.slice(0, -1), to: paths.at(-1) ?? "" };
}

function runOf(rest: string): Instruction | undefined {
  const [options = ""] = /^(--\S+\s+)*/.exec(rest) ?? [];
  const secrets = options.trim() === "" ? [] : options.trim().split(/\s+/).map(secretOf);
  if (secrets.includes(undefined)) return undefined;
  return { do: "run", command: rest.slice(options.length), secrets: secrets.filter((id) => id !== undefined) };
}

function secretOf(option: string): string | undefined {
  return /^--mount=type=secret,id=(\w+)$/.exec(option)?.[1];
}

function pairOf(text: string): readonly [name: string, value: string] {
  const [, name = "", value = ""] = /^(\w+)=(\S*)$/.exec(text) ?? unknown(`ENV ${text}`);
  return [name, value];
}

function unknown(line: string): never {
  throw new Fault(`The Containerfile has an instruction that this reader does not know: ${line}`);
}
