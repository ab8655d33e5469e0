/**
 * What the catcher does with a message: keeps it; refuses the recipient for now or for good; keeps it and never answers;
 * keeps it and closes the connection without an answer.
 */
export const MODES = ["accept", "refuse4xx", "refuse5xx", "hang", "drop"] as const;
export type Mode = (typeof MODES)[number];

export type Behaviours = ReturnType<typeof createBehaviours>;

/** Returns the modes that tests have set: one for all recipients, and others for some of them. */
export function createBehaviours() {
  let general: Mode = "accept";
  const particular = new Map<string, Mode>();

  return {
    modeFor: (recipient: string): Mode => particular.get(recipient) ?? general,
    /** Sets the mode of one recipient. Without one it sets the mode of all, and forgets the others. */
    set(mode: Mode, recipient?: string): void {
      if (recipient !== undefined) return void particular.set(recipient, mode);
      general = mode;
      particular.clear();
    },
  };
}
