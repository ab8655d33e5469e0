import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const KIT = join(import.meta.dirname, "..", "..", "tools", "conformance.ts");

type Statement = { readonly id: string; readonly mark: string; readonly result: string };

type Options = {
  readonly password?: string;
  readonly parameters: readonly string[];
  /** Called with the output so far, whenever there is more. */
  readonly onOutput?: (output: string, child: ChildProcess) => void;
};

/** Runs the conformance kit. `files` are the texts of its JSON and JUnit reports, empty where it wrote none. */
export async function runConformance({ password, parameters, onOutput }: Options) {
  const folder = mkdtempSync(join(tmpdir(), "foyer-conformance-"));
  const [json, junit] = [join(folder, "results.json"), join(folder, "results.xml")];
  const child = spawn(process.execPath, [KIT, ...parameters, "--json", json, "--junit", junit], {
    env: { NODE_ENV: "test", ...(password !== undefined && { CONFORMANCE_PASSWORD: password }) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
      onOutput?.(output, child);
    });
  const [code] = await once(child, "close");
  const read = (file: string) => {
    try {
      return readFileSync(file, "utf8");
    } catch {
      return "";
    }
  };
  const files = { json: read(json), junit: read(junit) };
  rmSync(folder, { recursive: true, force: true });
  const statements: readonly Statement[] = files.json === "" ? [] : JSON.parse(files.json).statements;
  return {
    ...{ code, output, files, statements },
    /** Returns the ids of the statements with this result. */
    ids: (result: string) => statements.filter((one) => one.result === result).map(({ id }) => id),
  };
}
