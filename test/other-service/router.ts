import { type Answer, NO_SUCH_CALL, problem } from "./wire.ts";

export type Call = {
  readonly method: string;
  /** The path below the version, without `.json` and the slash at its end. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
};

type Handler = (call: Call, ...parts: readonly string[]) => Answer;

/** A method and path, such as `GET /event/:id`, and what answers it. */
export type Route = readonly [call: string, handler: Handler];

/** Answers a call by the first route that matches; 404 for a call that this service does not have. */
export function answerCall(routes: readonly Route[], call: Call): Answer {
  const onPath = routes.flatMap(([name, handler]) => {
    const [method = "", pattern = ""] = name.split(" ");
    const parts = partsOf(pattern, call.path);
    return parts === undefined ? [] : [{ method, run: () => handler(call, ...parts) }];
  });
  const found = onPath.find(({ method }) => method === call.method);
  if (found) return found.run();
  return onPath.length > 0 ? problem(405, "Not with this method.") : NO_SUCH_CALL;
}

/** Returns the variable parts of a path; `undefined` when it does not fit the pattern. */
function partsOf(pattern: string, path: string): readonly string[] | undefined {
  const [wanted, given] = [pattern.split("/"), path.split("/")];
  if (wanted.length !== given.length) return undefined;
  if (!wanted.every((part, at) => part.startsWith(":") || part === given[at])) return undefined;
  return given.filter((_part, at) => wanted[at]?.startsWith(":"));
}
