import { cn } from "@/components/ui/class-names";

/** A small decorative line drawing on a soft disc of the accent with a touch of honey. */
export function DrawingDisc({ paths, className }: { paths: readonly string[]; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" className={cn("size-28", className)} fill="none">
      <circle cx="50" cy="52" r="42" className="fill-accent-soft" />
      <circle cx="80" cy="22" r="8" className="fill-honey" />
      <g className="stroke-accent-strong" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        {paths.map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
    </svg>
  );
}

/** Separate from the other drawings: the error screen, which every page includes, needs no others. */
export const cloudPaths = [
  "M32 68a14 14 0 0 1-1-28 19 19 0 0 1 37-3 16 16 0 0 1 1 31z",
  "M44 52l12 12M56 52L44 64",
] as const;
