/** The places of a test at a target whose places are not its own: how many it may take, and what became of them. */
export type Places = ReturnType<typeof openPlaces>;

export function openPlaces() {
  return {
    /** Records that the test is about to reserve so many places. Waits until the run may, and skips the test when it may not. */
    take: async (_count: number): Promise<void> => undefined,
    /** Records that the reservation was made, with what is needed to release it. */
    reserved: async (): Promise<void> => undefined,
    /** Records that the test is about to pay for what it has reserved. */
    paying: async (): Promise<void> => undefined,
  };
}
