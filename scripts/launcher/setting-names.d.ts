type Environment = Readonly<Record<string, string | undefined>>;

export const SECRET_NAMES: readonly string[];
export const SETTING_NAMES: readonly string[];
export function misspeltIn(environment: Environment): readonly string[];
export function wrongPortsIn(environment: Environment, options?: { readonly isService?: boolean }): readonly string[];
export function nearestSetting(name: string): string;
