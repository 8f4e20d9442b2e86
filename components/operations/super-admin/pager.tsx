import { Button } from "@/components/ui/button";
import { numberText } from "@/lib/shared/counted";
import type { PaginationDto } from "@/lib/shared/pagination";

/** Moves between the pages of a list; renders nothing if there is only one. */
export function Pager({
  pagination: { total, limit, offset, hasMore },
  onOffset,
}: {
  pagination: PaginationDto;
  onOffset: (offset: number) => void;
}) {
  if (total <= limit) return null;
  return (
    <nav aria-label="Pages of the list" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-step--1 text-ink-soft">
        {offset + 1} to {Math.min(offset + limit, total)} of {numberText(total)}
      </p>
      <span className="flex gap-3">
        <Button
          variant="secondary"
          disabled={offset === 0}
          onClick={() => onOffset(Math.max(0, offset - limit))}
        >
          Previous
        </Button>
        <Button variant="secondary" disabled={!hasMore} onClick={() => onOffset(offset + limit)}>
          Next
        </Button>
      </span>
    </nav>
  );
}
