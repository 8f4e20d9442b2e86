import { cn } from "@/components/ui/class-names";
import { Mark } from "@/components/ui/mark";

/** The mark and the name; on phones a header may show the mark alone. */
export function Logo({
  appName,
  isNameHiddenOnPhones = false,
}: {
  appName: string;
  isNameHiddenOnPhones?: boolean;
}) {
  return (
    <span className="flex items-center gap-2 font-display text-[1.35rem] font-semibold">
      <Mark className="size-8.5 flex-none" />
      <span className={cn(isNameHiddenOnPhones && "max-md:sr-only")}>{appName}</span>
    </span>
  );
}
