import { readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Reporter, TestCase, TestError, TestResult, TestStep } from "@playwright/test/reporter";
import { configuration } from "#e2e/support/target/env.ts";
import { createMask, type Mask } from "./mask.ts";
import { maskTrace } from "./mask-trace.ts";

type Write = typeof process.stdout.write;
type Attachment = TestResult["attachments"][number];

const ZIP = "PK\u0003\u0004";

/**
 * Masks credentials and cards in what a run prints and reports. Playwright gives each reporter the same objects in turn,
 * so this one is first and changes them in place, before others print or copy them.
 */
export default class MaskReporter implements Reporter {
  private readonly mask: Mask = createMask(configuration());

  constructor() {
    for (const stream of [process.stdout, process.stderr]) this.maskStream(stream);
  }

  onStepBegin(_test: TestCase, _result: TestResult, step: TestStep): void {
    this.maskStep(step);
  }

  onStepEnd(_test: TestCase, _result: TestResult, step: TestStep): void {
    this.maskStep(step);
  }

  onError(error: TestError): void {
    this.maskError(error);
  }

  onTestEnd(_test: TestCase, result: TestResult): void {
    for (const error of result.errors) this.maskError(error);
    this.maskSteps(result.steps);
    for (const output of [result.stdout, result.stderr])
      for (const [at, chunk] of output.entries())
        output[at] = typeof chunk === "string" ? this.mask.text(chunk) : this.mask.bytes(chunk);
    for (const annotation of result.annotations)
      if (annotation.description !== undefined) annotation.description = this.mask.text(annotation.description);
    for (const attachment of result.attachments) this.maskAttachment(attachment);
  }

  printsToStdio(): boolean {
    return false;
  }

  private maskSteps(steps: readonly TestStep[]): void {
    for (const step of steps) {
      this.maskStep(step);
      this.maskSteps(step.steps);
    }
  }

  private maskStep(step: TestStep): void {
    const texts = step as unknown as Record<string, unknown>;
    for (const [name, value] of Object.entries(texts))
      if (typeof value === "string" && name !== "category") texts[name] = this.mask.text(value);
    if (step.error) this.maskError(step.error);
  }

  private maskError(error: TestError): void {
    for (const name of ["message", "stack", "value", "snippet"] as const) {
      const text = error[name];
      if (text !== undefined) error[name] = this.mask.text(text);
    }
    if (error.cause) this.maskError(error.cause);
  }

  /** An artefact that cannot be masked is deleted. */
  private maskAttachment(attachment: Attachment): void {
    if (attachment.body) attachment.body = this.maskFile(attachment.body);
    if (attachment.path === undefined) return;
    try {
      writeFileSync(attachment.path, this.maskFile(readFileSync(attachment.path)));
    } catch (error) {
      rmSync(attachment.path, { force: true });
      process.stderr.write(`${attachment.name} could not be masked, so it was deleted: ${error}\n`);
    }
  }

  private maskFile(bytes: Buffer): Buffer {
    if (bytes.toString("latin1", 0, ZIP.length) === ZIP) return maskTrace(bytes, this.mask);
    return this.mask.attachment(bytes);
  }

  private maskStream(stream: NodeJS.WriteStream): void {
    const write: Write = stream.write.bind(stream);
    const { mask } = this;
    stream.write = ((chunk: string | Uint8Array, ...rest: []) =>
      write(typeof chunk === "string" ? mask.text(chunk) : mask.bytes(Buffer.from(chunk)), ...rest)) as Write;
  }
}
