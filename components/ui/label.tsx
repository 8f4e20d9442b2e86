import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

export function Label({
  className,
  htmlFor,
  children,
  ...rest
}: ComponentProps<"label"> & { htmlFor: string }) {
  return (
    <label {...rest} htmlFor={htmlFor} className={cn("mb-1.5 block font-semibold text-ink", className)}>
      {children}
    </label>
  );
}
