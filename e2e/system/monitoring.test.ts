import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { collectDefaultMetrics, Registry } from "prom-client";
import { METRICS as OF_STOREFRONT } from "#lib/telemetry/metrics.ts";
import { METRICS as OF_SERVICE } from "#service/src/platform/domain/metrics.ts";

const ALERTS = "deploy/prometheus/alerts.yml";
const TESTS_OF_ALERTS = "deploy/prometheus/alerts.test.yml";
const DASHBOARD = "deploy/grafana/foyer.json";
const RUNBOOKS = ["docs/operate.md", "docs/backup.md"];
const BACKUP = "deploy/backup/foyer-backup";
/** With fewer, the patterns below do not fit the files any more. */
const ALERTS_MIN = 10;
const PANELS_MIN = 20;

type Described = { readonly kind: string; readonly labels?: Readonly<Record<string, readonly string[] | string>> };

/** What the backup leaves for Debian's prometheus-node-exporter. */
const OF_BACKUP = [...readFileSync(BACKUP, "utf8").matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(
  ([, name = "", kind = ""]) => [name, { kind }] as const,
);
const described = new Map<string, Described>([
  ...Object.entries<Described>({ ...OF_STOREFRONT, ...OF_SERVICE }),
  ...OF_BACKUP,
]);
/** Labels that Prometheus and prometheus-node-exporter add. */
const ADDED = ["job", "instance", "mountpoint"];

/** Returns what is wrong with the metrics that these queries name: unknown ones, and labels or values that they never have. */
function faultsOf(queries: readonly string[], ofProcess: ReadonlySet<string>): readonly string[] {
  return queries.flatMap((query) =>
    [...query.matchAll(/\b((?:foyer|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].flatMap(([, name = "", matchers = ""]) => {
      const found = describedAs(name);
      if (found === undefined) return ofProcess.has(name) ? [] : [`${name} is no metric`];
      const pairs = [...matchers.matchAll(/(\w+)(=~|=|!=|!~)"([^"]*)"/g)];
      const wrong = pairs.flatMap(([, label = "", , values = ""]) => {
        const allowed = found.labels?.[label];
        if (allowed === undefined) return ADDED.includes(label) ? [] : [`${name} has no label ${label}`];
        if (typeof allowed === "string") return [];
        return values
          .split("|")
          .flatMap((value) => (allowed.includes(value) ? [] : [`${name}: no ${label} is ${value}`]));
      });
      return [
        ...wrong,
        ...labelsOfSums(query)
          .filter((label) => !isKnown(label))
          .map((label) => `no label is ${label}`),
      ];
    }),
  );
}

/** A histogram has three names. */
function describedAs(name: string): Described | undefined {
  const histogram = described.get(name.replace(/_(bucket|sum|count)$/, ""));
  return described.get(name) ?? (histogram?.kind === "histogram" ? histogram : undefined);
}

function labelsOfSums(query: string): readonly string[] {
  return [...query.matchAll(/\b(?:by|on) \(([^)]+)\)/g)].flatMap(([, labels = ""]) => labels.split(/,\s*/));
}

function isKnown(label: string): boolean {
  return (
    label === "le" || ADDED.includes(label) || [...described.values()].some(({ labels }) => labels && label in labels)
  );
}

async function metricsOfProcess(): Promise<ReadonlySet<string>> {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return new Set((await register.getMetricsAsJSON()).map(({ name }) => name));
}

/** Returns the rules of a file: each with the texts of its fields. The files have one field a line, and folded queries. */
function rulesIn(file: string) {
  const [, ...rules] = readFileSync(file, "utf8").split("- alert: ");
  return rules.map((text) => ({
    name: text.split("\n")[0] ?? "",
    query: /expr: ([\s\S]*?)\n\s+(?:for|labels):/.exec(text)?.[1]?.replace(/^>-\s*/, "") ?? "",
    severity: /severity: (\w+)/.exec(text)?.[1],
    summary: /summary: "([^"]+)"/.exec(text)?.[1],
    runbook: /runbook: (\S+)/.exec(text)?.[1] ?? "",
  }));
}

test("each alert names metrics that exist, says what is wrong, and leads to a section of a runbook", async () => {
  const rules = rulesIn(ALERTS);
  assert.ok(rules.length >= ALERTS_MIN, `${rules.length} rules`);
  const faults = faultsOf(
    rules.map(({ query }) => query),
    await metricsOfProcess(),
  );
  assert.deepEqual(faults, []);
  const headings = RUNBOOKS.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/^#+ (.+)$/gm)].map(
      ([, heading = ""]) =>
        `${page}#${heading
          .toLowerCase()
          .replaceAll(/[^\w -]/g, "")
          .replaceAll(" ", "-")}`,
    ),
  );
  for (const { name, query, severity, summary, runbook } of rules) {
    assert.ok(query !== "" && summary, `${name} has a query and a summary`);
    assert.match(String(severity), /^(page|ticket)$/, name);
    assert.ok(headings.includes(runbook), `${name}: ${runbook} is no section`);
  }
});

test("each panel of the dashboard names metrics and labels that exist", async () => {
  const { panels } = JSON.parse(readFileSync(DASHBOARD, "utf8")) as {
    readonly panels: readonly { readonly title: string; readonly targets?: readonly { readonly expr: string }[] }[];
  };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assert.ok(queries.length >= PANELS_MIN, `${queries.length} queries`);
  assert.deepEqual(faultsOf(queries, await metricsOfProcess()), []);
});

test("each alert has a case in which it fires", () => {
  const cases = readFileSync(TESTS_OF_ALERTS, "utf8");
  const without = rulesIn(ALERTS).filter(({ name }) => !cases.includes(`name: ${name} fires`));
  assert.deepEqual(without, []);
});

test("the control: an unknown metric, label and value are found", () => {
  const queries = [
    "rate(foyer_service_sales_total[5m])",
    'foyer_service_calls_total{colour="red"}',
    'foyer_service_calls_total{status=~"5xx|6xx"}',
    "sum by (colour) (foyer_service_payments_open)",
  ];
  assert.deepEqual(faultsOf(queries, new Set()), [
    "foyer_service_sales_total is no metric",
    "foyer_service_calls_total has no label colour",
    "foyer_service_calls_total: no status is 6xx",
    "no label is colour",
  ]);
});
