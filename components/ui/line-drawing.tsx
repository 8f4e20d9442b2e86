import { cloudPaths, DrawingDisc } from "@/components/ui/drawing-disc";

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
  cloud: cloudPaths,
} as const;

export type DrawingName = keyof typeof strokes;

/** One of the kit's small drawings. */
export function LineDrawing({ name, className }: { name: DrawingName; className?: string }) {
  return <DrawingDisc paths={strokes[name]} {...(className ? { className } : {})} />;
}
