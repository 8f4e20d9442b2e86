import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

export function Textarea({ className, ...rest }: ComponentProps<"textarea">) {
  return <textarea {...rest} className={cn("input", className)} />;
}
