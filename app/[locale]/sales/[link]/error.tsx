"use client";

import { ErrorPage } from "#components/site/error-page.tsx";

export default ErrorPage;
