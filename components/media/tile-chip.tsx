import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

/** A small dark pill on a picture. */
export function TileChip({ className, ...rest }: ComponentProps<"span">) {
  return (
    <span
      {...rest}
      className={cn(
        "pointer-events-none absolute flex items-center gap-1.5 rounded-full bg-[oklch(20%_0.03_350/0.62)] px-2.5 py-1 text-[0.8rem] leading-tight font-semibold text-white backdrop-blur-md",
        className,
      )}
    />
  );
}
