import { posix } from "node:path";
import { BANNED, BANNED_IN_CODE, CLOCK_OR_CHANCE } from "#scripts/architecture/banned.ts";
import {
  ALSO_FOR_TESTS,
  LIB,
  LOADED_BY_NAME,
  MANAGE,
  MAY_IMPORT,
  MODULES,
  NO_PACKAGES,
  TEST_PACKAGES,
  WITHOUT,
} from "#scripts/architecture/modules.ts";
import { guardsAction, guardsPage } from "#scripts/architecture/promoter-rules.ts";
import { codeOnly, importsOf, type Rule, type Tree } from "#scripts/architecture/source.ts";

/** Returns the path in the repository that a specifier in `file` refers to, or `undefined` for a package. */
function fileOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return `${file.startsWith("service/") ? "service/" : ""}${specifier.slice(1)}`;
  if (specifier.startsWith(".")) return posix.join(posix.dirname(file), specifier);
  return undefined;
}

/** Returns the package of a specifier: `@scope/name` for `@scope/name/part`, `undefined` for files and Node's modules. */
function packageOf(specifier: string): string | undefined {
  if (/^[#./]|^node:/.test(specifier)) return undefined;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

const CODE = /\.(tsx?|js)$/;
/** A test, or an object that tests share. */
const TEST = /\.(test|spec|bench|fixture)\.tsx?$/;

const isForTests = (file: string): boolean => TEST.test(file) || /^(e2e|service\/test)\//.test(file);

/** Returns a line for each violation of the rules in the tree. */
export function violationsIn(tree: Tree): readonly string[] {
  const imports = importsIn(tree);
  const ofFiles = [...tree].flatMap(([file, text]) => RULES.flatMap((rule) => rule(file, text, tree)));
  return [...ofFiles, ...circlesIn(imports), ...unusedIn(imports)];
}

function moduleOf(file: string): string | undefined {
  return MODULES.find(([where]) => where.test(file))?.[1];
}

const hasModule: Rule = (file) =>
  !CODE.test(file) || moduleOf(file) ? [] : [`${file} belongs to no module of scripts/architecture/modules.ts`];

const directions: Rule = (file, text) => {
  const module = moduleOf(file);
  if (module === undefined || !CODE.test(file)) return [];
  const allowed = [module, ...(MAY_IMPORT[module] ?? []), ...(TEST.test(file) ? ALSO_FOR_TESTS : [])];
  if (TEST.test(file) && file.startsWith("lib/")) allowed.push(...LIB, MANAGE);
  return importsOf(text).flatMap((specifier) => {
    const target = fileOf(file, specifier);
    if (target === undefined) return [];
    const other = moduleOf(target);
    if (other === undefined || !allowed.includes(other)) return [`${file} must not import ${target}`];
    if (/\.fixture\.tsx?$/.test(target) && !isForTests(file))
      return [`${file} must not import ${target}: it is for tests`];
    if (leavesFolder(file, specifier)) return [`${file}: ${specifier} — import it by its # name`];
    if (!/\.\w+$/.test(specifier)) return [`${file}: ${specifier} — name the real file`];
    return [];
  });
};

/** Returns whether a relative import leaves the folder. A component may import from the folder of its page. */
function leavesFolder(file: string, specifier: string): boolean {
  return specifier.startsWith("../") && !(/\/_components\/[^/]+$/.test(file) && /^\.\.\/[^/]+$/.test(specifier));
}

const ownComponents: Rule = (file, text) =>
  importsOf(text).flatMap((specifier) => {
    const [segment] = fileOf(file, specifier)?.split("/_components/") ?? [];
    const isForeign = specifier.includes("/_components/") && segment !== undefined && !file.startsWith(`${segment}/`);
    return isForeign
      ? [`${file} must not import ${specifier}: move it to components/ when a second segment needs it`]
      : [];
  });

/** A segment may import from its ancestors, not from siblings: code that two segments need belongs above both, or in lib. A test also imports from below. */
const ownSegment: Rule = (file, text) =>
  importsOf(text).flatMap((specifier) => {
    const target = fileOf(file, specifier);
    if (!file.startsWith("app/") || !target?.startsWith("app/")) return [];
    const isAncestor = `${segmentOf(file)}/`.startsWith(`${segmentOf(target)}/`);
    const isBelow = TEST.test(file) && segmentOf(target).startsWith(`${segmentOf(file)}/`);
    return isAncestor || isBelow ? [] : [`${file} must not import ${target}: it is of another segment`];
  });

/** A segment's components may be in folders by their task. */
function segmentOf(file: string): string {
  return file.replace(/\/[^/]+$/, "").replace(/\/_components(\/[^/]+)?$/, "");
}

const packages: Rule = (file, text, tree) => {
  const module = moduleOf(file) ?? "";
  const declared = declaredIn(tree, file.startsWith("service/") ? "service/package.json" : "package.json");
  return importsOf(text).flatMap((specifier) => {
    const name = packageOf(specifier);
    if (name === undefined || !CODE.test(file)) return [];
    const mayTest = TEST.test(file) && TEST_PACKAGES.includes(name);
    if (NO_PACKAGES.includes(module) && !mayTest)
      return [`${file} must not import ${name}: ${module} takes no package`];
    if (WITHOUT[module]?.test(specifier)) return [`${file} must not import ${name}: ${module} runs under plain Node`];
    return declared.has(name) ? [] : [`${file}: ${name} is not declared in its package.json`];
  });
};

function declaredIn(tree: Tree, path: string): ReadonlySet<string> {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(tree.get(path) ?? "{}");
  return new Set([...Object.keys(dependencies), ...Object.keys(devDependencies)]);
}

/** Files of lib that plain Node loads, outside of the bundle: they say no `server-only`, and no page's script imports them. */
const OF_PLAIN_NODE =
  /^lib\/(page-cache\/|runtime\/(process-wide|drain|catalogue-changes|site-origins|invented-address|load|secret-files)|telemetry\/(current-request|metrics|measure|program)|security\/(requests\/|incoming-request|static-page-policy))/;

const isServerOnly = (text: string): boolean => text.startsWith('import "server-only";');

/** What a page's script may import: rules without the clock, chance, files or network. */
const PURE_PACKAGES = ["zod", "next-intl", "use-intl", "culori", "qr"];

/** A file of lib is for the server alone and says so, or it is pure and imports pure files alone. Components import pure files. */
const pureFiles: Rule = (file, text, tree) => {
  const ofLib = file.startsWith("lib/") && !OF_PLAIN_NODE.test(file) && !file.endsWith(".d.ts");
  if (!CODE.test(file) || TEST.test(file) || isServerOnly(text)) return [];
  if (!ofLib && !file.startsWith("components/")) return [];
  const clock = ofLib ? CLOCK_OR_CHANCE.exec(codeOnly(text)) : null;
  const impure = clock ? [`${file}: ${clock[0]} — use an argument, such as \`now\``] : [];
  const foreign = importsOf(text).flatMap((specifier) => {
    const target = fileOf(file, specifier) ?? "";
    const other = tree.get(target);
    if (other !== undefined && (isServerOnly(other) || OF_PLAIN_NODE.test(target)))
      return [`${file} must not import ${target}: a page's script would get it; or begin with import "server-only"`];
    const name = packageOf(specifier);
    const isPure = !specifier.startsWith("node:") && (name === undefined || PURE_PACKAGES.includes(name));
    return ofLib && !isPure ? [`${file} imports ${specifier}: its first line is import "server-only"`] : [];
  });
  return [...impure, ...foreign];
};

const serverDirectives: Rule = (file, text) => {
  const violations: string[] = [];
  const isActions = /^app\/(.*\/)?actions\.ts$/.test(file);
  const publishes = /^\s*["']use server["']/m.test(text);
  if (isActions && !text.startsWith('"use server";')) violations.push(`${file}: its first line is "use server"`);
  if (publishes && !isActions && CODE.test(file))
    violations.push(`${file}: "use server" — only at the head of an actions.ts`);
  if (isActions && (text.match(/["']use server["']/g)?.length ?? 0) > 1)
    violations.push(`${file}: "use server" more than once`);
  return violations;
};

/** What checks the origin, and makes every action: formAction, buttonAction and serverAction. */
const WRAPPERS = "app/[locale]/form-action.ts";

/** Makes the action of a promoter's form, by formAction. */
const PROMOTER_WRAPPER = "app/[locale]/promoter/promoter-action.ts";

const MADE = /^export const \w+ = (\w+)/;

/** Returns the names that an actions file imports from the wrappers. */
function wrappersIn(source: string): readonly string[] {
  const imports = source.matchAll(
    /^import \{([^}]*)\} from "#app\/\[locale\]\/(?:form|promoter\/promoter)-action\.ts";/gm,
  );
  return [...imports].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()));
}

/** Searches code alone: a call in a comment or a string checks nothing. */
const checksOrigin: Rule = (file, source) => {
  const text = CODE.test(file) ? codeOnly(source) : source;
  if (/^app\/(.*\/)?actions\.ts$/.test(file)) {
    const wrappers = wrappersIn(source);
    const others = [...text.matchAll(/^export [^\n]*/gm)].filter(
      ([line]) => !wrappers.includes(MADE.exec(line)?.[1] ?? "no name"),
    );
    return others.map(
      ([line]) => `${file}: ${line} — make the action by formAction, buttonAction, serverAction or promoterAction`,
    );
  }
  if (file === WRAPPERS) {
    const checks = /\bserverAction<[\s\S]*?=> \{\s+await assertSameOrigin\(form\);/.test(text);
    const throughIt = text.match(/(return|=) serverAction\(/g)?.length ?? 0;
    return [
      ...(checks ? [] : [`${file}: serverAction does not call assertSameOrigin first`]),
      ...(throughIt === 2 ? [] : [`${file}: formAction and buttonAction are made by serverAction`]),
    ];
  }
  if (file === PROMOTER_WRAPPER) {
    return /\): ResourceAction \{\s+return formAction<ResourceState>\(/.test(text)
      ? []
      : [`${file}: promoterAction is made by formAction`];
  }
  if (!/^app\/(.*\/)?route\.ts$/.test(file)) return [];
  const writes = /^export .*\b(POST|PUT|PATCH|DELETE)\b/m.test(text);
  // A route for another server reads no cookie: its token authorises the caller.
  return writes && !/\b(refuseForeignOrigin|isMessageToken|appleRequest)\(/.test(text)
    ? [`${file} writes and does not call refuseForeignOrigin`]
    : [];
};

const banned: Rule = (file, text) => [
  ...writtenIn(text, file, BANNED),
  ...writtenIn(CODE.test(file) ? codeOnly(text) : "", file, BANNED_IN_CODE),
];

/** The rules and their tests contain the banned patterns. */
const NAMES_BANNED_WORDS = ["scripts/architecture/banned.ts", "scripts/architecture/architecture.test.ts"];

function writtenIn(text: string, file: string, rules: typeof BANNED): readonly string[] {
  if (NAMES_BANNED_WORDS.includes(file)) return [];
  return rules.flatMap(([where, what, instead]) => {
    const found = where.test(file) ? what.exec(text) : null;
    return found ? [`${file}: ${found[0].trim()} — use ${instead}`] : [];
  });
}

/** The largest number of lines in a file. */
const LINES_MAX = 300;

const size: Rule = (file, text) => {
  const lines = text.split("\n").length - 1;
  return CODE.test(file) && lines > LINES_MAX ? [`${file} has ${lines} lines; ${LINES_MAX} are enough`] : [];
};

type Imports = ReadonlyMap<string, readonly string[]>;

/** Returns the other files that each file of code imports. */
function importsIn(tree: Tree): Imports {
  const code = [...tree].filter(([file]) => CODE.test(file));
  return new Map(
    code.map(([file, text]) => {
      const targets = importsOf(text).flatMap((specifier) => fileOf(file, specifier) ?? []);
      return [file, targets.filter((target) => target !== file)] as const;
    }),
  );
}

/** Returns a line for each circle: its files cannot be understood, tested or moved one by one. Imports of types count too. */
function circlesIn(imports: Imports): readonly string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  function follow(file: string, before: readonly string[]): void {
    const at = before.indexOf(file);
    if (at >= 0) circles.push([...before.slice(at), file].join(" → "));
    if (done.has(file)) return;
    done.add(file);
    for (const target of imports.get(file) ?? []) follow(target, [...before, file]);
  }
  for (const file of imports.keys()) follow(file, []);
  return circles.map((files) => `${files}: a circle — move what two of them need to a file that imports neither`);
}

const PRODUCT = /^(app|components|lib|service\/src)\//;

function unusedIn(imports: Imports): readonly string[] {
  const imported = new Set([...imports.values()].flat());
  const importedByProduct = new Set([...imports].flatMap(([file, targets]) => (isForTests(file) ? [] : targets)));
  return [...imports.keys()].flatMap((file) => {
    if (LOADED_BY_NAME.some((name) => name.test(file))) return [];
    if (!imported.has(file)) return [`${file} is not imported by any file`];
    const isUnused = PRODUCT.test(file) && !TEST.test(file) && !importedByProduct.has(file);
    return isUnused ? [`${file} is imported by tests alone: name it .fixture.ts`] : [];
  });
}

const RULES = [
  hasModule,
  directions,
  ownComponents,
  ownSegment,
  packages,
  serverDirectives,
  pureFiles,
  checksOrigin,
  guardsPage,
  guardsAction,
  banned,
  size,
];
