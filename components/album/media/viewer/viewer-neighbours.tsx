import { ChevronLeft, ChevronRight, Play } from "lucide-react";
import { cn } from "@/components/ui/class-names";

export interface ViewerNeighboursProps {
  /** Absent at the first item. */
  onPrevious: (() => void) | undefined;
  /** Absent at the last item. */
  onNext: (() => void) | undefined;
  /** Absent if there is only one item. */
  onSlideshow: (() => void) | undefined;
}

const button =
  "grid size-11 flex-none place-items-center rounded-full text-white focus-visible:outline-white max-md:hover:bg-white/15 md:absolute md:top-1/2 md:size-12 md:-translate-y-1/2 md:bg-black/35 md:backdrop-blur-sm md:hover:bg-black/60";

/**
 * Previous and Next, at the picture's sides on a desktop and below it within a thumb's reach on a phone; and the
 * slideshow.
 */
export function ViewerNeighbours({ onPrevious, onNext, onSlideshow }: ViewerNeighboursProps) {
  return (
    <div className="ml-auto flex flex-none md:contents">
      {onSlideshow && (
        <button
          type="button"
          aria-label="Slideshow"
          title="Slideshow"
          onClick={onSlideshow}
          className="grid size-11 flex-none place-items-center rounded-full text-white hover:bg-white/15 focus-visible:outline-white"
        >
          <Play aria-hidden="true" className="size-[23px] stroke-[1.9]" />
        </button>
      )}
      {onPrevious && (
        <button type="button" aria-label="Previous" onClick={onPrevious} className={cn(button, "md:left-3")}>
          <ChevronLeft aria-hidden="true" className="size-7" />
        </button>
      )}
      {onNext && (
        <button type="button" aria-label="Next" onClick={onNext} className={cn(button, "md:right-3")}>
          <ChevronRight aria-hidden="true" className="size-7" />
        </button>
      )}
    </div>
  );
}
