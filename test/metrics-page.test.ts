import { test } from "node:test";
import { CONSTANTS_MAX, METRICS as OF_STOREFRONT } from "#lib/metrics/metrics.ts";
import { METRICS as OF_SERVICE } from "#service/src/platform/domain/metrics.ts";

type LabelValues = readonly string[] | "declared" | "constants";

type Described = {
  readonly kind: string;
  readonly help: string;
  readonly labels?: Readonly<Record<string, LabelValues>>;
};

/** What `declared` stands for, by the name of the label. */
const DECLARED: Readonly<Record<string, string>> = {
  code: "the codes of [error rows](interface.md)",
  route: "the patterns of [pages](screens.md) and their data, such as `/[locale]/events/[eventId]`",
  operation: "the declared paths of [calls](interface.md), such as `/cart/{key}/payment`",
};

const PAGE = `# Metrics

For [Prometheus](../deploy/prometheus/prometheus.yml). Each program answers \`GET /metrics\` at a port of its own, which is a setting: \`STOREFRONT_METRICS_PORT\`, \`SERVICE_METRICS_PORT\` and
\`WORKER_METRICS_PORT\`. Without its port a program measures nothing. They listen on the loopback; with \`METRICS_HOST\` on another address, which only Prometheus may reach, since the
numbers have no password. No proxy forwards them.

Labels have the values that are listed here and no others, so a shop has the same few thousand time series after a year of sales as on its first day, and no address, key,
name, card or email becomes a label. The metrics of the process (\`process_cpu_seconds_total\`, \`process_resident_memory_bytes\`, \`nodejs_eventloop_lag_p99_seconds\` and others) are those of
[prom-client](https://github.com/siimon/prom-client). The rules are in [\`deploy/prometheus\`](../deploy/prometheus/alerts.yml), the dashboard is
[\`deploy/grafana/foyer.json\`](../deploy/grafana/foyer.json), and [Operate](operate.md) says what to do about each alert. This page is generated: \`npm run generate\`.

The shipped units and the compose file set the ports: 14000 and 14010 for the two storefronts, 14001 for the service, 14002 for the worker. On Debian:

\`\`\`sh
apt install prometheus prometheus-alertmanager
install -m 644 deploy/prometheus/prometheus.yml deploy/prometheus/alerts.yml /etc/prometheus/
promtool check config /etc/prometheus/prometheus.yml && systemctl reload prometheus
curl --fail http://127.0.0.1:14001/metrics
\`\`\`

In Grafana add the Prometheus at \`http://127.0.0.1:9090\`, then import the dashboard's file. Where an alert is sent is a receiver in \`/etc/prometheus/alertmanager.yml\`:
the label \`severity\` is \`page\` for what cannot wait until the morning, else \`ticket\`.
`;

function table(metrics: Readonly<Record<string, Described>>): string {
  const rows = Object.entries(metrics).map(([name, { kind, help, labels = {} }]) => {
    const described = Object.entries(labels).map(([label, values]) => `\`${label}\`: ${valuesOf(label, values)}`);
    return `| \`${name}\` | ${kind} | ${help}${described.length > 0 ? ` ${described.join("; ")}` : ""} |`;
  });
  return ["| metric | kind | meaning, labels |", "|---|---|---|", ...rows].join("\n");
}

function valuesOf(label: string, values: LabelValues): string {
  if (values === "constants") return `names in the code, of which ${CONSTANTS_MAX} are kept apart`;
  return values === "declared" ? (DECLARED[label] ?? "") : values.map((value) => `\`${value}\``).join(" ");
}

test("docs/metrics.md lists every metric: `npm run generate` updates it", (t) => {
  const page = `${PAGE}
## Storefront

Each storefront counts what it answers itself; add them up.

${table(OF_STOREFRONT)}

## Service and worker

Both count what they do themselves; add them up. What stands in the database only a worker answers, and every worker the same: take the maximum.

${table(OF_SERVICE)}
`;
  t.assert.fileSnapshot(page, "docs/metrics.md", { serializers: [String] });
});
