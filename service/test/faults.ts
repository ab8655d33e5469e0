import type { RequestListener, ServerResponse } from "node:http";

/** `down` and `busy` answer every request with 503, `busy` with the code `BUSY`. */
export const SERVICE_STATES = ["up", "down", "busy"] as const;
type ServiceState = (typeof SERVICE_STATES)[number];

/** Faults between the service and its callers, injected in front of the application. */
export type Faults = {
  readonly around: (listener: RequestListener) => RequestListener;
  readonly setState: (state: ServiceState) => void;
  /** Handles the next `times` requests whose path ends with `path`, and drops their answers. */
  readonly loseAnswers: (path: string, times: number) => void;
};

export function createFaults(): Faults {
  let state: ServiceState = "up";
  const losses = new Map<string, number>();

  function isLost(path: string): boolean {
    const ending = [...losses.keys()].find((one) => path.endsWith(one) && (losses.get(one) ?? 0) > 0);
    if (ending === undefined) return false;
    losses.set(ending, (losses.get(ending) ?? 0) - 1);
    return true;
  }

  return {
    around: (listener) => (request, response) => {
      if (state !== "up") return answerUnavailable(response, state === "busy" ? "BUSY" : "FAULT");
      const path = (request.url ?? "").replace(/\?.*$/, "").replace(/\/$/, "");
      if (isLost(path)) hangUpAtTheEnd(response);
      return listener(request, response);
    },
    setState: (next) => {
      state = next;
    },
    loseAnswers: (path, times) => losses.set(path.replace(/\/$/, ""), times),
  };
}

function answerUnavailable(response: ServerResponse, code: "FAULT" | "BUSY"): void {
  const message = "The service is not available, for a test.";
  response.writeHead(503, { "content-type": "application/json", "retry-after": "1" });
  response.end(JSON.stringify({ successful: false, messages: [message], errors: [{ path: "", code, message }] }));
}

function hangUpAtTheEnd(response: ServerResponse): void {
  const hangUp = () => {
    response.socket?.destroy();
    return response;
  };
  Object.assign(response, { write: () => true, end: hangUp });
}
