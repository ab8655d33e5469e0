const PAUSE_MS = 3_000;

/**
 * Loads a further script, again and again where it does not arrive: the bundler forgets a request that failed. Waits 3
 * seconds in between. `onFailure` gets the number of failures. Other faults than a missing script are thrown.
 */
export async function loadAgain<Loaded>(
  load: () => Promise<Loaded>,
  onFailure: (times: number) => void = () => {},
): Promise<Loaded> {
  for (let times = 1; ; times++)
    try {
      return await load();
    } catch (fault) {
      if ((fault as Error).name !== "ChunkLoadError") throw fault;
      onFailure(times);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
}
