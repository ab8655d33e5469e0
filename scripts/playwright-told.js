import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** A test's own verdict speaks of what it expected; anything else has kept it from coming to one. */
const VERDICT = /\bexpect\b/;

/** A reporter for Playwright that prints nothing: it writes what became of each test to E2E_REPORT, as told-reporter.js does. */
export default class Told {
  told = [];

  onTestEnd({ title, location }, { status, errors }) {
    const message = stripVTControlCharacters(errors.map((error) => error.message ?? "").join("\n"));
    const failure = status === "failed" && VERDICT.test(message) ? "testCodeFailure" : status;
    this.told.push({ name: title, file: location.file, passed: status === "passed", failure, message });
  }

  onEnd() {
    const file = process.env.E2E_REPORT;
    if (file !== undefined) writeFileSync(file, JSON.stringify(this.told));
  }

  printsToStdio() {
    return false;
  }
}
