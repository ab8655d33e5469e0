import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, posix } from "node:path";
import { Fault } from "#tools/lib/fault.ts";
import { root } from "#tools/lib/paths.ts";
import { step } from "#tools/lib/terminal.ts";
import { contextFiles } from "./build-context.ts";
import { AUTHORITIES, type Layers, type Root, runInRoot, writeSecret } from "./chroot.ts";
import type { BuildStage, Instruction } from "./containerfile.ts";

/** The image that the base folder stands for. */
const BASE_IMAGE = "docker.io/library/node:24-bookworm-slim";
/** npm's own environment: this machine's authorities, and what it has in its cache is not downloaded again. */
const OF_NPM = { HOME: "/root", npm_config_prefer_offline: "true", NODE_EXTRA_CA_CERTS: AUTHORITIES };

export type Image = {
  readonly layers: Layers;
  readonly environment: Readonly<Record<string, string>>;
  readonly workdir: string;
  readonly user: string;
  readonly volumes: readonly string[];
  readonly entrypoint: readonly string[];
};

type Given = {
  readonly scratch: string;
  readonly base: string;
  readonly secrets: Readonly<Record<string, string>>;
  /** Values of build arguments. */
  readonly values: Readonly<Record<string, string>>;
};

/** Executes the instructions of all stages in order. Returns the last stage as the image. */
export async function buildImage(
  stages: readonly BuildStage[],
  { scratch, base, secrets, values }: Given,
): Promise<Image> {
  const empty = { environment: {}, workdir: "/", user: "root", volumes: [], entrypoint: [] };
  const built = new Map<string, Image>([[BASE_IMAGE, { ...empty, layers: [base] }]]);
  const imageOf = (name: string) => {
    const image = built.get(name);
    if (image === undefined) throw new Fault(`There is no image ${name} here.`);
    return image;
  };
  let last = imageOf(BASE_IMAGE);
  for (const { name, base, instructions } of stages) {
    const from = imageOf(base);
    const written = join(scratch, `layer-${built.size}`);
    mkdirSync(written);
    let image: Image = { ...from, layers: [written, ...from.layers] };
    let known: Readonly<Record<string, string>> = {};
    for (const instruction of instructions) {
      if (instruction.do === "arguments") known = { ...known, ...pick(values, instruction.names) };
      const environment = { ...image.environment, ...known, ...OF_NPM };
      const rootOf: Root = { ...image, layers: from.layers, written, environment };
      await step(`${name}: ${titleOf(instruction)}`, () =>
        execute(instruction, { scratch, root: rootOf, secrets, imageOf }),
      );
      image = changed(image, instruction);
    }
    built.set(name, image);
    last = image;
  }
  return last;
}

function pick(values: Given["values"], names: readonly string[]): Given["values"] {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}

function titleOf(instruction: Instruction): string {
  const { do: what, ...rest } = instruction;
  return `${what} ${Object.values(rest).flat().join(" ")}`.slice(0, 90);
}

type Execution = {
  readonly scratch: string;
  readonly root: Root;
  readonly secrets: Readonly<Record<string, string>>;
  readonly imageOf: (name: string) => Image;
};

async function execute(instruction: Instruction, { scratch, root, secrets, imageOf }: Execution): Promise<void> {
  if (instruction.do === "workdir")
    await runInRoot(scratch, { ...root, workdir: "/" }, ["mkdir", "-p", instruction.path]);
  if (instruction.do === "copy")
    await (instruction.from === undefined
      ? copyContext(instruction, scratch, root)
      : copyImage(instruction, scratch, root, imageOf(instruction.from)));
  if (instruction.do === "run") {
    const mounted = instruction.secrets.map((id) => ({
      from: writeSecret(scratch, id, secrets[id] ?? ""),
      to: `/run/secrets/${id}`,
    }));
    const before = mounted.map(({ to }) => `mkdir -p $ROOT/run/secrets && touch $ROOT${to}`).join("\n");
    const bind = mounted.map(({ from, to }) => `mount --bind ${from} $ROOT${to}`).join("\n");
    const cache = join(homedir(), ".npm");
    const ofNpm = existsSync(cache) ? `mkdir -p $ROOT/root/.npm && mount --bind ${cache} $ROOT/root/.npm` : "";
    const all = [before, bind, ofNpm].filter(Boolean).join("\n");
    await runInRoot(scratch, root, ["sh", "-c", instruction.command], all);
  }
}

/** Copies files of the checkout. A source is a file, a folder, or the whole context. */
async function copyContext(
  { sources, to }: Instruction & { do: "copy" },
  scratch: string,
  target: Root,
): Promise<void> {
  const all = contextFiles();
  const files = all.filter((path) =>
    sources.some((source) => [".", "./", path].includes(source) || path.startsWith(`${source}/`)),
  );
  if (files.length === 0) throw new Fault(`COPY ${sources.join(" ")}: there is no such file.`);
  const list = join(scratch, "files");
  writeFileSync(list, files.join("\n"));
  const folder = posix.resolve(target.workdir, to);
  // A file alone is copied into the folder itself, a whole context with its folders.
  const flat = sources.includes(".") ? "" : "--transform='s|.*/||'";
  const copy = `mkdir -p $ROOT${folder} && tar -C ${root} --no-recursion -T ${list} ${flat} --owner=0 --group=0 -cf - | tar -C $ROOT${folder} -xf -`;
  await runInRoot(scratch, target, [], copy);
}

/** Copies the content of a folder of another stage. */
async function copyImage(
  { sources, to }: Instruction & { do: "copy" },
  scratch: string,
  target: Root,
  from: Image,
): Promise<void> {
  const other = join(scratch, "from");
  mkdirSync(other, { recursive: true });
  const folder = posix.resolve(target.workdir, to);
  const copies = sources.map((source) => `mkdir -p $ROOT${folder} && cp -a ${other}${source}/. $ROOT${folder}/`);
  const mounted = `mount -t overlay overlay -o lowerdir=${from.layers.join(":")} ${other}`;
  await runInRoot(scratch, target, [], [mounted, ...copies].join("\n"));
}

function changed(image: Image, instruction: Instruction): Image {
  switch (instruction.do) {
    case "workdir":
      return { ...image, workdir: instruction.path };
    case "environment":
      return { ...image, environment: { ...image.environment, ...instruction.values } };
    case "user":
      return { ...image, user: instruction.name };
    case "volume":
      return { ...image, volumes: [...image.volumes, instruction.path] };
    case "entrypoint":
      return { ...image, entrypoint: instruction.command };
    default:
      return image;
  }
}
