import type { Processor } from "#src/payments/domain/processor.ts";
import { inSpan } from "#src/platform/domain/trace.ts";

/** Returns a processor each of whose calls is a span of the payment that makes it. A span has the call's name and no parameter. */
export function tracedProcessor(processor: Processor): Processor {
  const call = <Answer>(name: keyof Processor, ask: () => Promise<Answer>) =>
    inSpan(`processor ${name}`, { "foyer.call": name }, async (span) => {
      const answer = await ask();
      if (typeof answer === "string") span.set({ "foyer.outcome": answer });
      return answer;
    });
  return {
    authorise: (...parameters) => call("authorise", () => processor.authorise(...parameters)),
    capture: (...parameters) => call("capture", () => processor.capture(...parameters)),
    voidCharge: (...parameters) => call("voidCharge", () => processor.voidCharge(...parameters)),
    refund: (...parameters) => call("refund", () => processor.refund(...parameters)),
    refundPart: (...parameters) => call("refundPart", () => processor.refundPart(...parameters)),
    findRefund: (...parameters) => call("findRefund", () => processor.findRefund(...parameters)),
    findByAttempt: (...parameters) => call("findByAttempt", () => processor.findByAttempt(...parameters)),
  };
}
