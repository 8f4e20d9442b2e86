import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

export function Input({ className, ...rest }: ComponentProps<"input">) {
  return <input {...rest} className={cn("input", className)} />;
}
