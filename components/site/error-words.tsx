"use client";

import { createContext, type ReactNode, useContext } from "react";

export type ErrorPageWords = { readonly title: string; readonly text: string; readonly retry: string };

const Words = createContext<ErrorPageWords>({ title: "", text: "", retry: "" });

/** Gives the error page its texts in advance: when it is shown, the server cannot be called. */
export function ErrorWords({ words, children }: { readonly words: ErrorPageWords; readonly children: ReactNode }) {
  return <Words value={words}>{children}</Words>;
}

export function useErrorWords(): ErrorPageWords {
  return useContext(Words);
}
