import { Heart, Pencil } from "lucide-react";
import type { NoticeBoardActions, NoticeBoardViewProps } from "@/components/album/notices/notice-board-props";
import { Badge } from "@/components/ui/badge";
import { cn } from "@/components/ui/class-names";
import type { NoticeDto } from "@/lib/album/notices/schema";
import { counted } from "@/lib/shared/counted";
import { noticeAnchor, noticePreview } from "@/lib/shared/notice-preview";

export interface NoticeItemProps
  extends Pick<NoticeBoardViewProps, "canManage" | "canLike" | "renderDate" | "actions"> {
  notice: NoticeDto;
  isOpen: boolean;
  isHighlighted: boolean;
}

/** One notice: its first 90 characters or all of it, its author and date, and the people who like it. */
export function NoticeItem({
  notice,
  isOpen,
  isHighlighted,
  canManage,
  canLike,
  renderDate,
  actions,
}: NoticeItemProps) {
  const { id, title, message, isActive, createdAt, createdByName } = notice;
  const preview = noticePreview(message);
  const titleId = `${noticeAnchor(id)}-title`;
  return (
    <li className="border-t border-line first:border-t-0">
      <article
        id={noticeAnchor(id)}
        tabIndex={-1}
        aria-labelledby={titleId}
        className={cn(
          "-mx-2 scroll-mt-24 rounded-2xl px-2 pt-3 pb-1 outline-none",
          isHighlighted && "bg-honey-soft",
        )}
      >
        <div className="flex items-start justify-between gap-2">
          <h3 id={titleId} className="min-w-0 pt-0.5 wrap-anywhere">
            {title}
          </h3>
          {!isActive && <Badge className="flex-none">Hidden</Badge>}
        </div>
        <p className="mt-0.5 text-step--1 text-ink-soft wrap-anywhere">
          {createdByName ?? "Someone"}, {renderDate(createdAt)}
        </p>
        <p className="mt-1.5 whitespace-pre-line wrap-anywhere text-ink-soft">
          {isOpen || !preview.isCut ? message : `${preview.text}… `}
          {preview.isCut && (
            <button
              type="button"
              data-press={`more ${id}`}
              aria-expanded={isOpen}
              onClick={actions && (() => actions.onReadOn(id))}
              className={cn(
                "text-link relative after:absolute after:-inset-x-2 after:-inset-y-2.5",
                isOpen && "mt-1 block",
              )}
            >
              {isOpen ? "see less" : "see more"}
              <span className="sr-only"> of {title}</span>
            </button>
          )}
        </p>
        <div className="-ml-2.5 flex min-h-11 items-center text-step--1">
          <NoticeLikes notice={notice} canLike={canLike} {...(actions ? { actions } : {})} />
          {canManage && (
            <button
              type="button"
              data-press={`edit ${id}`}
              aria-label={`Edit ${title}`}
              onClick={actions && (() => actions.onEdit(notice))}
              className="button button-ghost button-icon -mr-2.5 ml-auto flex-none text-ink-soft"
            >
              <Pencil aria-hidden="true" className="size-[18px]!" />
            </button>
          )}
        </div>
      </article>
    </li>
  );
}

interface NoticeLikesProps {
  notice: NoticeDto;
  canLike: boolean;
  actions?: NoticeBoardActions;
}

function NoticeLikes({ notice, canLike, actions }: NoticeLikesProps) {
  const { id, title, likeCount, isLiked } = notice;
  return (
    <>
      <button
        type="button"
        data-press={`like ${id}`}
        aria-pressed={isLiked}
        aria-label={`Like ${title}`}
        disabled={!canLike}
        onClick={actions && (() => actions.onLike(notice))}
        className="grid size-11 flex-none place-items-center rounded-full hover:bg-sunk disabled:opacity-55"
      >
        <Heart
          aria-hidden="true"
          strokeWidth={1.9}
          className={cn("size-[19px]", isLiked && "fill-current text-accent-strong")}
        />
      </button>
      {likeCount > 0 && (
        <button
          type="button"
          data-press={`likes ${id}`}
          onClick={actions && (() => actions.onWhoLikes(notice))}
          className="min-h-11 flex-none pr-1.5 font-semibold hover:underline"
        >
          {counted(likeCount, "like")}
          <span className="sr-only"> for {title}: see who</span>
        </button>
      )}
    </>
  );
}
