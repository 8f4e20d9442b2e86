import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

/** A small dark pill over a picture. */
export function TileChip({
  className,
  isSmall = false,
  ...rest
}: ComponentProps<"span"> & { isSmall?: boolean }) {
  return (
    <span
      {...rest}
      className={cn(
        "pointer-events-none absolute flex items-center rounded-full bg-[oklch(20%_0.03_350/0.62)] leading-tight font-semibold text-white backdrop-blur-md",
        isSmall ? "gap-1 px-1.5 py-0.5 text-[0.7rem]" : "gap-1.5 px-2.5 py-1 text-[0.8rem]",
        className,
      )}
    />
  );
}
