"use client";

import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";
import { useEarlyText } from "@/components/ui/use-early-text";

export function Textarea({ className, ref, ...rest }: ComponentProps<"textarea">) {
  const keepEarlyText = useEarlyText(ref, rest.value ?? rest.defaultValue);
  return <textarea {...rest} ref={keepEarlyText} className={cn("input", className)} />;
}
