import { cn } from "@/components/ui/class-names";

/** The gradient square and the name; on phones a header may show the square alone. */
export function Logo({
  appName,
  isNameHiddenOnPhones = false,
}: {
  appName: string;
  isNameHiddenOnPhones?: boolean;
}) {
  return (
    <span className="flex items-center gap-2.5 font-display text-[1.35rem] font-semibold">
      <span
        aria-hidden="true"
        className="size-[30px] flex-none rounded-xl bg-[linear-gradient(140deg,var(--honey),var(--accent))]"
      />
      <span className={cn(isNameHiddenOnPhones && "max-md:sr-only")}>{appName}</span>
    </span>
  );
}
