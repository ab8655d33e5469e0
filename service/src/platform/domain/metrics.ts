import { CAUSES } from "./cause.ts";

/**
 * The values of a label: a closed set that is known here, or `declared` when the composition root names it. A value outside
 * its set is counted as `other`, so no request can create a time series.
 */
type LabelValues = readonly string[] | "declared";

type Described = { readonly help: string; readonly labels?: Readonly<Record<string, LabelValues>> };
export type DescribedMetric = Described &
  ({ readonly kind: "counter" | "gauge" } | { readonly kind: "histogram"; readonly buckets: readonly number[] });

/** Seconds. From a read out of memory to the timeout of a statement. */
const CALL_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds. Up to the timeout of a call to the processor. */
const PROCESSOR_BUCKETS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Seconds. A wait in the pool is normally far below a millisecond; it ends with an error after five seconds. */
const WAIT_BUCKETS = [0.0001, 0.001, 0.005, 0.025, 0.1, 0.5, 1, 5];
/** Requests. The last one is the largest batch. */
const BATCH_BUCKETS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

const METHODS = ["CARD", "CARD_AND_OTHER", "WITHOUT_CARD"] as const;

const PAYMENT_OUTCOMES = [
  ...(["captured", "declined", "voided", "unknown", "refused", "limited"] as const),
  ...(["busy", "not_sent"] as const),
] as const;

const REFUSALS = [
  ...(["SOLD_OUT", "NOT_ENOUGH", "OVER_LIMIT", "UNDER_MINIMUM", "NOT_ON_SALE", "CLOSED", "CANCELLED"] as const),
  ...(["CODE_REQUIRED", "MIXED_CURRENCY", "WRONG_STATE", "OFFER_ENDED", "HOLD_ENDED", "NOT_FOUND"] as const),
  ...(["no_such_event", "no_such_cart", "busy", "disconnected"] as const),
] as const;

const BACKGROUND_TASKS = [
  ...(["sweeper", "reconciler", "reconciler of refunds", "jobs of refunds"] as const),
  ...(["clean-up of messages", "clean-up of reservations"] as const),
] as const;

const PROCESSOR_CALLS = [
  ...(["authorise", "capture", "voidCharge", "refund", "refundPart", "findRefund", "findByAttempt"] as const),
] as const;

const PROCESSOR_RESULTS = [
  ...(["authorised", "captured", "voided", "refunded", "declined", "refused", "absent"] as const),
  ...(["not_sent", "not_known", "failed"] as const),
] as const;

/** Every metric of the service and the worker beside those of the process. `docs/metrics.md` lists them. */
export const METRICS = {
  foyer_service_calls_total: {
    kind: "counter",
    help: "Answered calls of the interface, by the declared path of the call and the class of the status.",
    labels: {
      operation: "declared",
      method: ["GET", "POST", "PUT", "DELETE"],
      status: ["2xx", "3xx", "4xx", "5xx"],
    },
  },
  foyer_service_call_seconds: {
    kind: "histogram",
    help: "Duration of the calls of the interface, from the request's head to the answer's end.",
    labels: { operation: "declared", method: ["GET", "POST", "PUT", "DELETE"] },
    buckets: CALL_BUCKETS,
  },
  foyer_service_call_errors_total: {
    kind: "counter",
    help: "Answers with an error, by the code of its first row.",
    labels: { code: "declared" },
  },
  foyer_service_reservations_total: {
    kind: "counter",
    help: "Reservations and their ends. A changed one replaces others of its cart; an expired one has returned its places; a paid one is a sale.",
    labels: { event: ["reserved", "changed", "refused", "released", "expired", "paid"] },
  },
  foyer_service_reservations_refused_total: {
    kind: "counter",
    help: "Refused reservations by the first reason. `busy`: the queue is full or was too slow.",
    labels: { reason: REFUSALS },
  },
  foyer_service_reservation_batch_size: {
    kind: "histogram",
    help: "Reservation requests that were decided in one batch.",
    buckets: BATCH_BUCKETS,
  },
  foyer_service_reservations_waiting: {
    kind: "gauge",
    help: "Reservation requests that wait for a batch.",
  },
  foyer_service_payments_total: {
    kind: "counter",
    help: "Payments by outcome. `captured` is a sale; an `unknown` one is settled later and then counted again by its end; `refused`, `limited`, `busy` (too many under way) and `not_sent` took no money.",
    labels: { outcome: PAYMENT_OUTCOMES, method: METHODS },
  },
  foyer_service_processor_seconds: {
    kind: "histogram",
    help: "Duration of the calls to the card processor, by what came of them. `not_known`: no whole answer arrived.",
    labels: { call: PROCESSOR_CALLS, result: PROCESSOR_RESULTS },
    buckets: PROCESSOR_BUCKETS,
  },
  foyer_service_database_wait_seconds: {
    kind: "histogram",
    help: "Time until a statement or a transaction got a connection of the pool.",
    buckets: WAIT_BUCKETS,
  },
  foyer_service_database_connections: {
    kind: "gauge",
    help: "Connections of the pool. `waiting`: statements and transactions without one.",
    labels: { state: ["total", "idle", "waiting"] },
  },
  foyer_service_background_runs_total: {
    kind: "counter",
    help: "Runs of the jobs in the background.",
    labels: { task: BACKGROUND_TASKS, result: ["done", "failed"] },
  },
  foyer_service_refund_job_sales_total: {
    kind: "counter",
    help: "Sales of cancelled events that the jobs of refunds have finished.",
  },
  foyer_service_messages_total: {
    kind: "counter",
    help: "Tries to send a message, by what came of them. A `failed` try is repeated; a `dead` message is given up.",
    labels: { result: ["sent", "cancelled", "dead", "failed"] },
  },
  foyer_service_password_links_refused_total: {
    kind: "counter",
    help: "Links for a forgotten password that were not mailed, since there were too many. Many to `nobody`: somebody guesses names.",
    labels: { to: ["users", "nobody"] },
  },
  foyer_service_mail_faults_total: {
    kind: "counter",
    help: "Tries to send a message that failed since this program took none, by the cause.",
    labels: { at: ["mail server", "storefront"], cause: CAUSES },
  },
  foyer_service_sale_possible: {
    kind: "gauge",
    help: "1 when the service can sell, 0 when not: what /ready answers, with the reason.",
  },
  foyer_service_state_readable: {
    kind: "gauge",
    help: "1 when the worker could read the metrics that stand in the database, 0 when not: they are absent then.",
  },
  foyer_service_payments_open: {
    kind: "gauge",
    help: "Payment attempts whose end is not known yet, those of a moment ago included.",
  },
  foyer_service_payments_open_oldest_seconds: {
    kind: "gauge",
    help: "Age of the oldest payment attempt whose end is not known yet; 0 without one.",
  },
  foyer_service_messages_waiting: {
    kind: "gauge",
    help: "Messages that are neither sent nor given up.",
  },
  foyer_service_messages_waiting_oldest_seconds: {
    kind: "gauge",
    help: "Age of the oldest message that is neither sent nor given up; 0 without one.",
  },
  foyer_service_messages_dead: {
    kind: "gauge",
    help: "Messages that were given up and wait for a person.",
  },
  foyer_service_refund_jobs_running: {
    kind: "gauge",
    help: "Cancelled dates and events whose sales are being refunded.",
  },
  foyer_service_refund_job_sales_remaining: {
    kind: "gauge",
    help: "Sales of those dates and events that still have to be refunded.",
  },
  foyer_service_waiting_list_offers_open: {
    kind: "gauge",
    help: "Offers of waiting lists whose places are kept for one person.",
  },
  foyer_service_data_free_bytes: {
    kind: "gauge",
    help: "Free bytes where FOYER_DATA is.",
  },
  foyer_service_certificate_end_timestamp_seconds: {
    kind: "gauge",
    help: "When the certificate of the service ends, in seconds since 1970.",
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
