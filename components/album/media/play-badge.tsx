import { cn } from "@/components/ui/class-names";

/** The white play disc on a clip. */
export function PlayBadge({ isSmall = false }: { isSmall?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        "pointer-events-none absolute inset-0 m-auto grid place-items-center rounded-full bg-white/88 text-[oklch(27%_0.045_350)]",
        isSmall ? "size-9" : "size-13",
      )}
    >
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        className={cn("ml-0.5 fill-current", isSmall ? "size-4.5" : "size-6")}
      >
        <path d="M8 5.5v13l10.500-6.500z" />
      </svg>
    </span>
  );
}
