import { Images } from "lucide-react";
import { TileChip } from "@/components/album/media/tile-chip";

/** Shows on a tile how many similar items the album has, including this one. */
export function SimilarChip({ others }: { others: number }) {
  return (
    <TileChip className="top-2.5 left-2.5">
      <Images aria-hidden="true" className="size-[15px]" />
      <span className="sr-only">, </span>
      {others + 1} similar
    </TileChip>
  );
}
