import type { BrowserContext, Request, TestInfo } from "@playwright/test";

/** The type of the annotation of a test during which the target failed. */
export const TROUBLE = "trouble of the target";

/** Answers of a gateway in front of the target, or of a target that is overloaded or starting. */
const STATUSES = [429, 502, 503, 504];
/** What a page loads for its function. A missing picture fails no test. */
const RESOURCES = ["document", "fetch", "xhr", "script"];
/** A request that the page or the test itself ended. */
const ENDED_ON_PURPOSE = /aborted|cancel|ERR_FAILED|INTERNET_DISCONNECTED|BLOCKED/i;

/** Annotates the test when the target refuses a connection of this browser, or answers that it is overloaded or down. */
export function watchForTrouble(context: BrowserContext, address: string, info: TestInfo): void {
  const { origin } = new URL(address);
  const record = (request: Request, happened: string) => {
    if (!RESOURCES.includes(request.resourceType()) || !request.url().startsWith(origin)) return;
    const at = `${new Date().toISOString().slice(11, 19)} UTC`;
    // An order's path contains its key, so only its beginning is named.
    const path = new URL(request.url()).pathname.replace(/\/eyJ[\w.-]+/g, "/…");
    annotate(info, `${request.method()} ${path} ${happened} at ${at}`);
  };
  context.on("response", (response) => {
    if (STATUSES.includes(response.status())) record(response.request(), `answered ${response.status()}`);
  });
  context.on("requestfailed", (request) => {
    const error = request.failure()?.errorText ?? "no answer";
    if (!ENDED_ON_PURPOSE.test(error)) record(request, `failed with ${error}`);
  });
}

/** Records trouble of the target, such as a season that is sold out. */
export function annotate(info: TestInfo, description: string): void {
  info.annotations.push({ type: TROUBLE, description });
}

/** Ends a test whose reservation led to a waiting room: others buy at the target now, which is no failure of the product. */
export function assertNoWaitingRoom(path: string, info: TestInfo): void {
  if (!/\/events\/\d+\/line$/.test(path)) return;
  annotate(info, `${path} is a waiting room: others come first`);
  throw new Error("The tickets were not reserved: the event has a waiting room.");
}
