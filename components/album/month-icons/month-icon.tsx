import { cn } from "@/components/ui/class-names";
import type { MonthIconName } from "@/lib/shared/month-icons";

/** A month icon's drawing. All of them are in one file, so that no page's script needs to contain them. */
export function MonthIcon({ name, className }: { name: MonthIconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={cn("flex-none", className)}>
      <use href={`/icons/months.svg#${name}`} />
    </svg>
  );
}
