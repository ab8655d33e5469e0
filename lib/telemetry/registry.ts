import "server-only";

import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import {
  CONSTANTS_MAX,
  type DescribedMetric,
  MEASUREMENTS,
  METRICS,
  type Measurement,
  type MetricName,
  type MetricOfKind,
} from "./metrics.ts";

/** The values of the labels that `METRICS` marks as `declared`, by the name of the label. */
type DeclaredValues = Readonly<Record<string, readonly string[]>>;

/** Sets gauges whenever the metrics are read. One without a value is left out of the answer. */
export type GaugeReader = (
  set: (metric: MetricOfKind<"gauge">, value: number | undefined, labels?: Measurement["labels"]) => void,
) => Promise<void>;

export type Metrics = {
  /** Returns all metrics in the text format of Prometheus. */
  readonly read: () => Promise<string>;
  readonly contentType: string;
  readonly close: () => void;
};

/** The values that a label may have. New values are added while there are fewer than `grows`. */
type Allowed = { readonly values: Set<string>; readonly grows: number };

type Series = { readonly metric: Counter | Gauge | Histogram; readonly labels: ReadonlyMap<string, Allowed> };

const OTHER = "other";
const described: Readonly<Record<MetricName, DescribedMetric>> = METRICS;

/** Opens the metrics of this process. They count what is measured from now on; `readers` are asked on every read. */
export function openMetrics(declared: DeclaredValues, readers: readonly GaugeReader[]): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const all = new Map<string, Series>();
  for (const [name, metric] of Object.entries(described)) all.set(name, seriesOf(name, metric, declared, register));

  const record = (message: unknown) => {
    const { metric, value, labels } = message as Measurement;
    const series = all.get(metric);
    if (series) add(series, value, labels);
  };
  const set: Parameters<GaugeReader>[0] = (name, value, labels = {}) => {
    const series = all.get(name);
    if (!(series?.metric instanceof Gauge)) return;
    if (value === undefined) series.metric.remove(within(series, labels));
    else series.metric.set(within(series, labels), value);
  };
  subscribe(MEASUREMENTS, record);
  return {
    contentType: register.contentType,
    read: async () => {
      await Promise.all(readers.map((read) => read(set)));
      return register.metrics();
    },
    close: () => {
      unsubscribe(MEASUREMENTS, record);
      register.clear();
    },
  };
}

function seriesOf(name: string, described: DescribedMetric, declared: DeclaredValues, register: Registry): Series {
  const { kind, help, labels = {} } = described;
  const allowed = Object.entries(labels).map(
    ([label, values]) => [label, allowedOf(values === "declared" ? (declared[label] ?? []) : values)] as const,
  );
  const options = { name, help, labelNames: Object.keys(labels), registers: [register] };
  switch (kind) {
    case "counter": {
      const metric = new Counter(options);
      if (Object.values(labels).every((values) => typeof values !== "string")) startAtZero(metric, allowed);
      return { metric, labels: new Map(allowed) };
    }
    case "gauge": {
      const metric = new Gauge(options);
      // A gauge that this process does not read must not claim to be 0.
      metric.remove({});
      return { metric, labels: new Map(allowed) };
    }
    case "histogram":
      return { metric: new Histogram({ ...options, buckets: [...described.buckets] }), labels: new Map(allowed) };
  }
}

/** Creates every time series of a counter at 0, so that Prometheus sees its first count as an increase. */
function startAtZero(
  metric: Counter,
  [first, ...others]: readonly (readonly [string, Allowed])[],
  labels: Measurement["labels"] = {},
): void {
  if (first === undefined) metric.inc({ ...labels }, 0);
  for (const value of first?.[1].values ?? []) startAtZero(metric, others, { ...labels, [first?.[0] ?? ""]: value });
}

function add(series: Series, value: number, labels: Measurement["labels"]): void {
  const { metric } = series;
  if (metric instanceof Histogram) metric.observe(within(series, labels), value);
  else metric.inc(within(series, labels), value);
}

function allowedOf(values: readonly string[] | "constants"): Allowed {
  return values === "constants"
    ? { values: new Set(), grows: CONSTANTS_MAX }
    : { values: new Set(values), grows: values.length };
}

/** Replaces a value that its label does not allow by `other`, so that the number of time series is bounded. */
function within({ labels: allowed }: Series, labels: Measurement["labels"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([label, value]) => [label, isAllowed(allowed.get(label), value) ? value : OTHER]),
  );
}

function isAllowed(allowed: Allowed | undefined, value: string): boolean {
  if (allowed === undefined) return false;
  const { values, grows } = allowed;
  if (!values.has(value) && values.size < grows) values.add(value);
  return values.has(value);
}
