import { Settings2 } from "lucide-react";
import { LazyMenu } from "@/components/ui/lazy-menu";

/** Lets people choose a slideshow's pace and order. */
export function SlideshowMenu({ className }: { className: string }) {
  return (
    <LazyMenu
      load={async () =>
        (await import("@/components/album/media/slideshow/slideshow-menu-content")).SlideshowMenuContent
      }
      aria-label="Slideshow settings"
      title="Slideshow settings"
      className={className}
    >
      <Settings2 aria-hidden="true" />
    </LazyMenu>
  );
}
