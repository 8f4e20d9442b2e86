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

/**
 * The small number on an icon button; renders nothing for 0. The button's own label must include the number too. It
 * grows away from the icon's middle: large text would cover the icon otherwise.
 */
export function CountBadge({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <span
      aria-hidden="true"
      className="count-badge absolute bottom-1/2 left-1/2 ml-0.5 shadow-[0_0_0_2px_var(--paper)]"
    >
      {badgeCount(count)}
    </span>
  );
}
