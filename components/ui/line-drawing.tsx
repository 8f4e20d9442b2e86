import { cn } from "@/components/ui/class-names";

const strokes = {
  album: [
    "M24 30h44a8 8 0 0 1 8 8v44H32a8 8 0 0 1-8-8z",
    "M24 74a8 8 0 0 1 8-8h44",
    "M38 54l9-9 8 8 5-5 8 9",
  ],
  heart: ["M50 78S22 61 22 42c0-10 7-17 15-17 6 0 10 3 13 8 3-5 7-8 13-8 8 0 15 7 15 17 0 19-28 36-28 36z"],
  search: ["M44 66a22 22 0 1 0 0-44 22 22 0 0 0 0 44z", "M60 60l18 18", "M36 44c0-5 3-8 8-8"],
  tray: ["M22 56l10-28h36l10 28v20H22z", "M22 56h17a11 11 0 0 0 22 0h17"],
  lost: [
    "M50 80s22-20 22-38a22 22 0 0 0-44 0c0 18 22 38 22 38z",
    "M44 37c0-8 13-8 13 0 0 5-7 5-7 11",
    "M50 55v1",
  ],
  cloud: ["M32 68a14 14 0 0 1-1-28 19 19 0 0 1 37-3 16 16 0 0 1 1 31z", "M44 52l12 12M56 52L44 64"],
} as const;

export type DrawingName = keyof typeof strokes;

/** A small decoration in lines, on a soft disc of the accent and a drop of honey. */
export function LineDrawing({ name, className }: { name: DrawingName; className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 100" className={cn("size-28", className)} fill="none">
      <circle cx="50" cy="52" r="42" className="fill-accent-soft" />
      <circle cx="80" cy="22" r="8" className="fill-honey" />
      <g className="stroke-accent-strong" strokeWidth="2.6" strokeLinecap="round" strokeLinejoin="round">
        {strokes[name].map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
    </svg>
  );
}
