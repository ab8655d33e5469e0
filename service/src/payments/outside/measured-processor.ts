import type { Processor } from "#src/payments/domain/processor.ts";
import { observe } from "#src/platform/domain/measure.ts";
import type { LabelsOf } from "#src/platform/domain/metrics.ts";

type Labels = LabelsOf<"foyer_service_processor_seconds">;
type Answer = Awaited<ReturnType<Processor[keyof Processor]>>;

const MS_PER_SECOND = 1_000;

/** Measures the calls to a processor, and changes nothing about them. */
export function measuredProcessor(processor: Processor): Processor {
  async function measured<Result extends Answer>(call: Labels["call"], asked: () => Promise<Result>): Promise<Result> {
    const begun = performance.now();
    const note = (result: Labels["result"]) =>
      observe("foyer_service_processor_seconds", { call, result }, (performance.now() - begun) / MS_PER_SECOND);
    try {
      const answer = await asked();
      note(resultOf(answer));
      return answer;
    } catch (error) {
      note("failed");
      throw error;
    }
  }

  return {
    authorise: (...given) => measured("authorise", () => processor.authorise(...given)),
    capture: (...given) => measured("capture", () => processor.capture(...given)),
    voidCharge: (...given) => measured("voidCharge", () => processor.voidCharge(...given)),
    refund: (...given) => measured("refund", () => processor.refund(...given)),
    refundPart: (...given) => measured("refundPart", () => processor.refundPart(...given)),
    findRefund: (...given) => measured("findRefund", () => processor.findRefund(...given)),
    findByAttempt: (...given) => measured("findByAttempt", () => processor.findByAttempt(...given)),
  };
}

function resultOf(answer: Answer): Labels["result"] {
  if (answer === undefined) return "absent";
  return typeof answer === "string" ? answer : answer.state;
}
