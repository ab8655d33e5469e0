"use client";

import ErrorPage from "#app/[locale]/error.tsx";

export default ErrorPage;
