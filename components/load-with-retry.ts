const PAUSE_MS = 3_000;

/**
 * Loads a further script, and retries every 3 seconds until it arrives: the bundler does not cache a failed request. `onFailure`
 * gets the number of failures so far. Any other fault is thrown.
 */
export async function loadWithRetry<Loaded>(
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
