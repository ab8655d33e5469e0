export type GlobalErrorWords = { readonly title: string; readonly retry: string };

type Words = { readonly en: GlobalErrorWords } & { readonly [locale: string]: GlobalErrorWords | undefined };

/**
 * Title and button of the global error page. They are sent with every page in every language, so there are no other
 * texts.
 */
export const globalErrorWords: Words = {
  en: {
    title: "This page could not be shown",
    retry: "Try again",
  },
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
