"use client";

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";
import { useEarlyText } from "@/components/ui/use-early-text";

export function Input({ className, ref, ...rest }: ComponentProps<"input">) {
  const keepEarlyText = useEarlyText(ref, rest.value ?? rest.defaultValue);
  return <input {...rest} ref={keepEarlyText} className={cn("input", className)} />;
}
