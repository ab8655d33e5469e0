import type { RequestListener, ServerResponse } from "node:http";

type Down = "no" | "answers_503" | "answers_busy" | "hangs_up";

/** Faults between the service and its callers, injected in front of the application. */
export type Faults = {
  readonly around: (listener: RequestListener) => RequestListener;
  /** Answers every request with 503, as a service that is down or busy, or closes its connection, until it is reset. */
  readonly goDown: (how: Down) => void;
  /** Handles the next `times` requests whose path ends with `path`, and drops their answers. */
  readonly loseAnswers: (path: string, times: number) => void;
};

export function createFaults(): Faults {
  let down: Down = "no";
  const losses = new Map<string, number>();

  function isLost(path: string): boolean {
    const ending = [...losses.keys()].find((one) => path.endsWith(one) && (losses.get(one) ?? 0) > 0);
    if (ending === undefined) return false;
    losses.set(ending, (losses.get(ending) ?? 0) - 1);
    return true;
  }

  return {
    around: (listener) => (request, response) => {
      if (down === "hangs_up") return void request.socket.destroy();
      if (down === "answers_503") return answerUnavailable(response, "FAULT");
      if (down === "answers_busy") return answerUnavailable(response, "BUSY");
      const path = (request.url ?? "").replace(/\?.*$/, "").replace(/\/$/, "");
      if (isLost(path)) hangUpAtTheEnd(response);
      return listener(request, response);
    },
    goDown: (how) => {
      down = how;
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
