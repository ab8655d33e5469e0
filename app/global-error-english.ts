/** Title and button of the global error page until its words in the language of the URL have arrived. */
export const globalErrorEnglish = { title: "This page could not be shown", retry: "Try again" };
