"use client";

import { ApplicationError } from "@/components/shell/layout/application-error";
import "./globals.css";

/** Specification 8.1. Also replaces the root layout when that fails. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <title>Application Error</title>
        <ApplicationError />
      </body>
    </html>
  );
}
