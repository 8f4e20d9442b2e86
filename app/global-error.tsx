"use client";

import { useEffect } from "react";
import { ApplicationError } from "@/components/layout/application-error";
import "./globals.css";

/** Stands in for the root layout itself when that one fails. */
export default function GlobalError({ error }: { error: Error }) {
  useEffect(() => console.error(error), [error]);
  return (
    <html lang="en">
      <body>
        <title>Application Error</title>
        <ApplicationError />
      </body>
    </html>
  );
}
