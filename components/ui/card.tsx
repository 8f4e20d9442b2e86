import type { ComponentProps, ReactNode } from "react";
import { cn } from "@/components/ui/class-names";

/** A rounded surface; a `section`, so give it an aria-label, or a heading's id through aria-labelledby. */
export function Card({ className, ...rest }: ComponentProps<"section">) {
  return <section {...rest} className={cn("card", className)} />;
}

/** The card's heading on the left, at most one link or button on the right. */
export function CardHeader({ title, id, action }: { title: ReactNode; id?: string; action?: ReactNode }) {
  return (
    // A fixed basis: only much larger text pushes the action under the heading.
    <div className="mb-3.5 flex min-h-7 flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h2 id={id} className="min-w-0 flex-[1_1_7rem] wrap-anywhere">
        {title}
      </h2>
      {action}
    </div>
  );
}
