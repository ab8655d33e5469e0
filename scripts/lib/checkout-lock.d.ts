export function withCheckoutLock<T>(
  checkout: string,
  what: string,
  work: () => T | Promise<T>,
  refuse: (message: string) => never,
): Promise<T>;
export function isRunning(pid: number | undefined): boolean;
