import { Settings2 } from "lucide-react";
import { useQualityChoice } from "@/components/album/media/viewer/quality-choice";
import { LazyMenu, type LazyMenuContentProps } from "@/components/ui/lazy-menu";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { qualityName } from "@/lib/album/media/video-quality";

/** Lets people choose between a long video's renditions. */
export function QualityMenu({ item }: { item: Pick<MediaItemDto, "id" | "width" | "height"> }) {
  const choice = useQualityChoice();
  const sharpName = qualityName(item, "720");
  const load = async () => {
    const { QualityMenuContent } = await import("@/components/album/media/viewer/quality-menu-content");
    return (props: LazyMenuContentProps) => <QualityMenuContent {...props} sharpName={sharpName} />;
  };
  return (
    // Phones' players have their own buttons in the corners.
    <div className="absolute top-3 left-1/2 -translate-x-1/2">
      <LazyMenu
        key={sharpName}
        load={load}
        className="flex min-h-11 items-center gap-2 rounded-full bg-black/55 px-4 text-step--1 font-semibold text-white tabular-nums focus-visible:outline-white"
      >
        <Settings2 aria-hidden="true" className="size-4.5" />
        Quality: {choice === "auto" ? "Auto" : qualityName(item, choice)}
      </LazyMenu>
    </div>
  );
}
