import { cn } from "@/components/ui/class-names";
import type { MonthIconName } from "@/lib/shared/month-icons";

/** The drawing of a month's icon. All of them are in one file, which no page's script needs to contain. */
export function MonthIcon({ name, className }: { name: MonthIconName; className?: string }) {
  return (
    <svg aria-hidden="true" className={cn("flex-none", className)}>
      <use href={`/icons/months.svg#${name}`} />
    </svg>
  );
}
