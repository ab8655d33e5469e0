import type { z } from "zod";
import { CHANGE_REFUSALS, type Changed, type ChangeRefusal, type Created } from "#src/platform/domain/outcome.ts";
import { answer, type Reply, refuse } from "./call.ts";
import { type ErrorRow, row } from "./error-rows.ts";
import type { created, done } from "./shapes.ts";

export function refuseChange(refused: ChangeRefusal): Reply<never> {
  return refuse(refused.refusal === "no_such_thing" ? 404 : 400, [changeRefusalRow(refused)]);
}

/** Returns the answer of a call that creates something: its id, or the refusal. */
export function replyCreated(made: Created): Reply<z.input<typeof created>> {
  return made.ok ? answer({ successful: true, id: made.id }) : refuseChange(made);
}

/** Returns the answer of a call that changes or deletes something: success, or the refusal. */
export function replyChanged(changed: Changed): Reply<z.input<typeof done>> {
  return changed.ok ? answer({ successful: true, messages: [] }) : refuseChange(changed);
}

export function changeRefusalRow({ refusal, path, about }: ChangeRefusal): ErrorRow {
  const message = CHANGE_REFUSALS[refusal];
  return row(path, refusal, about === undefined ? message : `${about}: ${message}`);
}
