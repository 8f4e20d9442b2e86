import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

/** A calm placeholder the size of what is loading. Say what is loading once, in a `role="status"` beside it. */
export function Skeleton({ className, ...rest }: ComponentProps<"span">) {
  return <span aria-hidden="true" {...rest} className={cn("skeleton", className)} />;
}
