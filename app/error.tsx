"use client";

import { useEffect } from "react";
import { ApplicationError } from "@/components/layout/application-error";

export default function ErrorPage({ error }: { error: Error }) {
  useEffect(() => console.error(error), [error]);
  return <ApplicationError />;
}
