import type { ReactNode } from "react";
import type { NoticeDto } from "@/lib/album/notices/schema";

export interface NoticeBoardActions {
  onPost: () => void;
  onShowAll: () => void;
  onReadOn: (id: string) => void;
  onLike: (notice: NoticeDto) => void;
  onWhoLikes: (notice: NoticeDto) => void;
  onEdit: (notice: NoticeDto) => void;
}

export interface NoticeBoardViewProps {
  notices: readonly NoticeDto[];
  /** Owner or admin: posts and edits. */
  canManage: boolean;
  /** Whether someone is signed in. */
  canLike: boolean;
  isAllShown: boolean;
  /** The notices that are expanded. */
  openIds: ReadonlySet<string>;
  /** The notice a notification linked to. */
  highlightedId?: string | null;
  renderDate: (iso: string) => ReactNode;
  /** Absent while the board is static; `data-press` then names the button for the live board that takes over. */
  actions?: NoticeBoardActions;
}
