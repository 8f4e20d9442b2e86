import { cva, type VariantProps } from "class-variance-authority";
import type { ComponentProps } from "react";
import { cn } from "@/components/ui/class-names";

const variants = cva("badge", {
  variants: { tone: { quiet: "", accent: "badge-accent", honey: "badge-honey", leaf: "badge-leaf" } },
  defaultVariants: { tone: "quiet" },
});

export function Badge({ tone, className, ...rest }: ComponentProps<"span"> & VariantProps<typeof variants>) {
  return <span {...rest} className={cn(variants({ tone }), className)} />;
}

/** Specification 9.5: badges show 99+ above 99. */
export function badgeCount(count: number): string {
  return count > 99 ? "99+" : String(count);
}

/** The small number on a button's corner; renders nothing for 0. The button's own label must include the number too. */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span aria-hidden="true" className={cn("count-badge", className ?? "absolute -top-0.5 -right-0.5")}>
      {badgeCount(count)}
    </span>
  );
}
