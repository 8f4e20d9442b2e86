import { HeartButton } from "@/components/hearts/heart-button";
import { DescriptionText } from "@/components/media/description-text";
import { heartedByWords } from "@/components/media/viewer/hearted-by-words";
import type { MediaDetailDto, MediaItemDto } from "@/lib/features/media/schema";

export interface ViewerCaptionProps {
  item: MediaItemDto;
  heartedBy: MediaDetailDto["heartedBy"];
}

/** Under the picture: the heart, who gave theirs, and the words. */
export function ViewerCaption({ item, heartedBy }: ViewerCaptionProps) {
  const words = heartedByWords(heartedBy);
  return (
    <div className="flex items-start gap-2 px-2 pt-1 pb-[max(10px,env(safe-area-inset-bottom))] md:px-4 md:pb-4">
      <HeartButton item={item} isOnDark className="flex-none focus-visible:outline-white" />
      <div className="min-w-0 flex-1 py-2.5 leading-snug">
        {item.description.trim() && (
          <DescriptionText
            text={item.description}
            className="line-clamp-2 max-w-3xl wrap-anywhere [&_a]:text-white [&_a]:underline [&_a]:underline-offset-3"
          />
        )}
        {words && <p className="truncate text-step--1 text-white/75">{words}</p>}
      </div>
    </div>
  );
}
