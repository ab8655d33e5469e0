type Output = { readonly isTTY?: boolean; write(text: string): unknown };

export function step<T>(
  name: string,
  work: () => T | Promise<T>,
  options?: { readonly kept?: string | undefined; readonly out?: Output },
): Promise<T>;
export function timeText(ms: number, digits?: number): string;
