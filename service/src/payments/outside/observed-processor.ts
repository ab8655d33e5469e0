import type { Processor } from "#src/payments/domain/processor.ts";
import { observe } from "#src/platform/domain/measure.ts";
import type { LabelsOf } from "#src/platform/domain/metrics.ts";
import { inSpan } from "#src/platform/domain/trace.ts";

type Labels = LabelsOf<"foyer_service_processor_seconds">;
type Answer = Awaited<ReturnType<Processor[keyof Processor]>>;

const MS_PER_SECOND = 1_000;

/**
 * Measures the calls to a processor, and changes nothing about them. Each is a span of the payment that makes it, with the
 * call's name and no parameter.
 */
export function observedProcessor(processor: Processor): Processor {
  const call = <Result extends Answer>(name: Labels["call"], ask: () => Promise<Result>) =>
    inSpan(`processor ${name}`, { "foyer.call": name }, async (span) => {
      const begun = performance.now();
      const measure = (result: Labels["result"]) =>
        observe("foyer_service_processor_seconds", { call: name, result }, (performance.now() - begun) / MS_PER_SECOND);
      try {
        const answer = await ask();
        measure(resultOf(answer));
        if (typeof answer === "string") span.set({ "foyer.outcome": answer });
        return answer;
      } catch (error) {
        measure("failed");
        throw error;
      }
    });
  return {
    authorise: (...given) => call("authorise", () => processor.authorise(...given)),
    capture: (...given) => call("capture", () => processor.capture(...given)),
    voidCharge: (...given) => call("voidCharge", () => processor.voidCharge(...given)),
    refund: (...given) => call("refund", () => processor.refund(...given)),
    refundPart: (...given) => call("refundPart", () => processor.refundPart(...given)),
    findRefund: (...given) => call("findRefund", () => processor.findRefund(...given)),
    findByAttempt: (...given) => call("findByAttempt", () => processor.findByAttempt(...given)),
  };
}

function resultOf(answer: Answer): Labels["result"] {
  if (answer === undefined) return "absent";
  return typeof answer === "string" ? answer : answer.state;
}
