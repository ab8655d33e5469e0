import type { GlobalErrorWords } from "./global-error-english.ts";

/** Title and button of the global error page in the other languages than English. */
export const globalErrorWords: { readonly [locale: string]: GlobalErrorWords | undefined } = {
  es: {
    title: "No se ha podido mostrar esta página",
    retry: "Volver a intentarlo",
  },
  fr: {
    title: "Cette page n’a pas pu s’afficher",
    retry: "Réessayer",
  },
  de: {
    title: "Diese Seite konnte nicht angezeigt werden",
    retry: "Erneut versuchen",
  },
  ar: {
    title: "تعذّر عرض هذه الصفحة",
    retry: "إعادة المحاولة",
  },
};
