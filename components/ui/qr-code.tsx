import { encode } from "uqr";
import { cn } from "@/components/ui/class-names";

/** Width of the light border that readers need, in modules. */
const quietZone = 4;

/** Runs of dark modules, row by row: one path, however large the code. */
function darkPath(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) => {
      const runs: string[] = [];
      for (let x = 0; x < row.length; x++) {
        const start = x;
        while (row[x]) x++;
        if (x > start) runs.push(`M${start} ${y}h${x - start}v1h-${x - start}z`);
      }
      return runs;
    })
    .join("");
}

/** A QR code, always dark on light: readers fail on inverted codes, whatever the theme. */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 0 });
  const side = size + 2 * quietZone;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      shapeRendering="crispEdges"
      className={cn("aspect-square rounded-2xl border border-line bg-white", className)}
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} className="fill-white" />
      <path d={darkPath(data)} className="fill-black" />
    </svg>
  );
}
