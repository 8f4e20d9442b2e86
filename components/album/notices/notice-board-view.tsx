import type { NoticeBoardViewProps } from "@/components/album/notices/notice-board-props";
import { NoticeItem } from "@/components/album/notices/notice-item";
import { Card, CardHeader } from "@/components/ui/card";

/** A long board initially shows only its latest notices. */
export const noticesShownAtFirst = 3;

/** Renders the notice board, on the server and in the browser alike. */
export function NoticeBoardView({
  notices,
  canManage,
  isAllShown,
  openIds,
  highlightedId,
  actions,
  ...rest
}: NoticeBoardViewProps) {
  const shown = isAllShown ? notices : notices.slice(0, noticesShownAtFirst);
  return (
    <Card aria-labelledby="notice-board">
      <CardHeader
        id="notice-board"
        title="Notice board"
        action={
          canManage && (
            <button
              type="button"
              data-press="post"
              onClick={actions?.onPost}
              className="text-link -my-2 flex min-h-11 min-w-11 items-center justify-end"
            >
              Post<span className="sr-only"> a notice</span>
            </button>
          )
        }
      />
      {notices.length === 0 && (
        <p className="text-ink-soft">
          Nothing here yet. Post the first notice: Sunday lunch, a visit, a date to remember.
        </p>
      )}
      <ul>
        {shown.map((notice) => (
          <NoticeItem
            key={notice.id}
            notice={notice}
            canManage={canManage}
            isOpen={openIds.has(notice.id)}
            isHighlighted={notice.id === highlightedId}
            {...(actions ? { actions } : {})}
            {...rest}
          />
        ))}
      </ul>
      {notices.length > noticesShownAtFirst && (
        <button
          type="button"
          data-press="all"
          aria-expanded={isAllShown}
          onClick={actions?.onShowAll}
          className="text-link -mb-2 flex min-h-11 w-full items-center justify-center border-t border-line pt-2"
        >
          {isAllShown ? "Show fewer" : `Show all ${notices.length}`}
          <span className="sr-only"> notices</span>
        </button>
      )}
    </Card>
  );
}
