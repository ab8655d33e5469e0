import { channel } from "node:diagnostics_channel";

/**
 * The values of a label: a closed list; `declared`, a list that is known only when the process starts; or `constants`, names
 * that are written in the code, of which the first `CONSTANTS_MAX` are counted. Any other value is counted as `other`.
 */
type LabelValues = readonly string[] | "declared" | "constants";

export const CONSTANTS_MAX = 150;

type Described = { readonly help: string; readonly labels?: Readonly<Record<string, LabelValues>> };
export type DescribedMetric = Described &
  ({ readonly kind: "counter" | "gauge" } | { readonly kind: "histogram"; readonly buckets: readonly number[] });

/** Seconds. Up to the timeout of a payment. */
const CALL_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 33];

const PURCHASE_EVENTS = [
  ...(["reserved", "reservation_refused", "paid", "partly_paid", "checking", "payment_refused"] as const),
  ...(["details_needed", "proof_required"] as const),
] as const;

/** Every metric of the storefront beside those of the process. `docs/metrics.md` lists them. */
export const METRICS = {
  foyer_storefront_requests_total: {
    kind: "counter",
    help: "Answered requests, by the pattern of the route and the class of the status. Requests without a page have the route `none`, files of the build `static`.",
    labels: {
      route: "declared",
      method: ["GET", "HEAD", "POST", "other"],
      status: ["2xx", "3xx", "4xx", "5xx"],
    },
  },
  foyer_storefront_service_calls_total: {
    kind: "counter",
    help: "Calls to the ticketing service by outcome. `credential`: the shop's name and password were refused; `not_sent`: no connection; `no_answer`: the request may have arrived.",
    labels: {
      call: "constants",
      outcome: ["ok", "refused", "credential", "busy", "failed", "not_sent", "no_answer"],
    },
  },
  foyer_storefront_service_seconds: {
    kind: "histogram",
    help: "Duration of the calls to the ticketing service.",
    labels: { call: "constants" },
    buckets: CALL_BUCKETS,
  },
  foyer_storefront_page_cache_total: {
    kind: "counter",
    help: "Reads of the page cache. `out_of_date`: the catalogue has changed since the page was rendered.",
    labels: { result: ["fresh", "out_of_date", "missing"] },
  },
  foyer_storefront_catalogue_copies_total: {
    kind: "counter",
    help: "Reads of the catalogue that were answered with the last good copy, since the service failed.",
  },
  foyer_storefront_purchases_total: {
    kind: "counter",
    help: "Purchases: presses of the reserve form that reserved or not, and what presses of the pay form came to. `checking`: the end is not known yet; the service counts it.",
    labels: { event: PURCHASE_EVENTS },
  },
  foyer_storefront_limited_total: {
    kind: "counter",
    help: "Tries beyond a limit, such as of reservations from one network.",
    labels: { limit: "constants" },
  },
  foyer_storefront_foreign_origins_total: {
    kind: "counter",
    help: "Writes that were refused, since they came from no form of this shop.",
    labels: { reason: ["no origin", "foreign origin", "another site", "not a form"] },
  },
  foyer_storefront_proofs_refused_total: {
    kind: "counter",
    help: "Proofs of work that were wrong, late or used before. A form without one is not counted.",
  },
  foyer_storefront_messages_total: {
    kind: "counter",
    help: "Messages that the service asked this storefront to render, by the answer.",
    labels: { result: ["rendered", "nothing", "refused", "failed"] },
  },
  foyer_storefront_draining: {
    kind: "gauge",
    help: "1 while the storefront is about to stop, else 0.",
  },
  foyer_storefront_sale_possible: {
    kind: "gauge",
    help: "1 when the storefront can sell, 0 when not: what /api/ready answers, with the reason.",
  },
  foyer_storefront_data_free_bytes: {
    kind: "gauge",
    help: "Free bytes where FOYER_DATA is.",
  },
} as const satisfies Readonly<Record<string, DescribedMetric>>;

export type MetricName = keyof typeof METRICS;

/** The metrics of one kind. */
export type MetricOfKind<Kind extends DescribedMetric["kind"]> = {
  [Name in MetricName]: (typeof METRICS)[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

/** The labels of a metric, each with its allowed values. */
export type LabelsOf<Name extends MetricName> = (typeof METRICS)[Name] extends { readonly labels: infer Labels }
  ? { readonly [Label in keyof Labels]: Labels[Label] extends readonly (infer Value)[] ? Value : string }
  : Readonly<Record<never, never>>;

/** One thing that happened: an amount to add, or for a histogram a value to sort into its buckets. */
export type Measurement = {
  readonly metric: MetricName;
  readonly value: number;
  readonly labels: Readonly<Record<string, string>>;
};

/** The name of the channel that a registry of metrics subscribes to. Next loads this module more than once; a channel exists once. */
export const MEASUREMENTS = "foyer.storefront.measurements";

const measurements = channel(MEASUREMENTS);

/** Counts something that happened. Without a registry in this process it does nothing. */
export function count<Name extends MetricOfKind<"counter">>(metric: Name, labels: LabelsOf<Name>, by = 1): void {
  publish(metric, by, labels);
}

/** Records a value of a histogram, in its unit. */
export function observe<Name extends MetricOfKind<"histogram">>(
  metric: Name,
  labels: LabelsOf<Name>,
  value: number,
): void {
  publish(metric, value, labels);
}

function publish(metric: MetricName, value: number, labels: Measurement["labels"]): void {
  if (measurements.hasSubscribers) measurements.publish({ metric, value, labels } satisfies Measurement);
}
