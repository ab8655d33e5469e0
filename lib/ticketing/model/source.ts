/** Where a visitor comes from: the promoter's affiliate, and the campaign. */
export type Source = { readonly ref?: string; readonly utm?: Readonly<Record<string, string>> };
