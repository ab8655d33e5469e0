import { channel } from "node:diagnostics_channel";
import type { LabelsOf, MetricName, MetricOfKind } from "./metrics.ts";

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
