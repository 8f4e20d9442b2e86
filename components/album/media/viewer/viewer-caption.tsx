import { MessageCircle, UserRoundPlus } from "lucide-react";
import type { ReactNode } from "react";
import { HeartButton } from "@/components/album/hearts/heart-button";
import { DescriptionText } from "@/components/album/media/description-text";
import { formatHeartedBy } from "@/components/album/media/viewer/hearted-by-text";
import { formatPeople } from "@/components/album/media/viewer/people-text";
import type { DetailsAim } from "@/components/album/media/viewer/viewer-details";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";
import { counted } from "@/lib/shared/counted";

export interface ViewerCaptionProps {
  item: MediaItemDto;
  /** Undefined until it is loaded. */
  detail: Pick<MediaDetailDto, "heartedBy" | "tags" | "commentCount"> | undefined;
  onOpen: (section: DetailsAim["section"]) => void;
  /** The links to the neighbouring items, placed after the buttons on a phone. */
  neighbours: ReactNode;
}

const button =
  "flex min-h-11 min-w-11 flex-none items-center justify-center gap-2 rounded-full px-2.5 font-semibold tabular-nums hover:bg-white/15 focus-visible:outline-white [&_svg]:size-[23px] [&_svg]:stroke-[1.9]";

/** Below the picture: heart, comments and people, who hearted it, who is in it, and the description. */
export function ViewerCaption({ item, detail, onOpen, neighbours }: ViewerCaptionProps) {
  const hearts = formatHeartedBy(detail?.heartedBy ?? []);
  const people = formatPeople(detail?.tags ?? []);
  const comments = detail?.commentCount ?? 0;
  const description = item.description.trim();
  const hasText = Boolean(description || hearts || people);
  return (
    <div className="flex flex-col-reverse gap-x-2 px-2 pt-1 pb-[max(10px,env(safe-area-inset-bottom))] md:flex-row md:items-start md:px-4 md:pb-4">
      <div className="flex flex-none flex-wrap items-center">
        <HeartButton item={item} isOnDark className="flex-none focus-visible:outline-white" />
        <button
          type="button"
          aria-label={`Comments, ${counted(comments, "comment")}`}
          title="Comments"
          onClick={() => onOpen("comments")}
          className={button}
        >
          <MessageCircle aria-hidden="true" />
          {comments > 0 && <span aria-hidden="true">{comments}</span>}
        </button>
        <button
          type="button"
          aria-label="Who is in this photo?"
          title="Who is in this photo?"
          onClick={() => onOpen("people")}
          className={button}
        >
          <UserRoundPlus aria-hidden="true" />
        </button>
        {neighbours}
      </div>
      {hasText && (
        <div className="min-w-0 flex-1 px-2 pt-1.5 leading-snug md:px-0 md:py-2.5">
          {description && (
            <DescriptionText
              text={item.description}
              className="line-clamp-2 max-w-3xl wrap-anywhere [&_a]:text-white [&_a]:underline [&_a]:underline-offset-3"
            />
          )}
          {people && <p className="truncate text-step--1 text-white/75">{people}</p>}
          {hearts && <p className="truncate text-step--1 text-white/75">{hearts}</p>}
        </div>
      )}
    </div>
  );
}
