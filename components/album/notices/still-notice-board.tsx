import { NoticeBoardView } from "@/components/album/notices/notice-board-view";
import type { NoticeDto } from "@/lib/album/notices/schema";
import { formatDay } from "@/lib/shared/day-text";

const none: ReadonlySet<string> = new Set();

export interface StillNoticeBoardProps {
  notices: readonly NoticeDto[];
  canManage: boolean;
  locale: string;
}

/** The board as the server renders it; it needs no script until someone reaches for it. */
export function StillNoticeBoard({ notices, canManage, locale }: StillNoticeBoardProps) {
  return (
    <NoticeBoardView
      notices={notices}
      canManage={canManage}
      canLike
      isAllShown={false}
      openIds={none}
      // The same as LocalDate when the reader's day can't be known.
      renderDate={(iso) => <time dateTime={iso}>on {formatDay(new Date(iso), "UTC", locale)}</time>}
    />
  );
}
