"use client";

import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import type { LiveCardContentProps } from "@/components/album/home/live-card";
import { NoticeBoardView, noticesShownAtFirst } from "@/components/album/notices/notice-board-view";
import { useToggleLike } from "@/components/album/notices/use-toggle-like";
import { useAuth } from "@/components/session/session-auth-provider";
import { fetchedPart } from "@/components/ui/fetched-part";
import { LocalDate } from "@/components/ui/local-date";
import { toast } from "@/components/ui/toast";
import { noticesOptions } from "@/lib/album/notices/client/queries";
import type { NoticeDto } from "@/lib/album/notices/schema";
import { noticeAnchor } from "@/lib/shared/notice-preview";

const NoticeDialog = fetchedPart(
  async () => (await import("@/components/album/notices/notice-dialog")).NoticeDialog,
);
const LikesDialog = fetchedPart(
  async () => (await import("@/components/album/notices/likes-dialog")).LikesDialog,
);

const anchorStart = noticeAnchor("");

/** The notice named in the address; null if there is none. */
function noticeOfAddress(): string | null {
  const { hash } = window.location;
  return hash.startsWith(`#${anchorStart}`) ? hash.slice(anchorStart.length + 1) : null;
}

const withToggled = (ids: ReadonlySet<string>, id: string) =>
  ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);

/** The notice board of home (specification 2.11). */
export function NoticeBoard({ still }: LiveCardContentProps) {
  const { user } = useAuth();
  const { data: notices } = useQuery(noticesOptions());
  const [isAllShown, setIsAllShown] = useState(false);
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const [edited, setEdited] = useState<NoticeDto | "new" | null>(null);
  const [likesOf, setLikesOf] = useState<NoticeDto | null>(null);
  const toggleLike = useToggleLike();

  const showNotice = useCallback(() => {
    const id = noticeOfAddress();
    if (!id || !notices) return;
    const place = notices.findIndex((notice) => notice.id === id);
    if (place < 0) {
      toast({ title: "This notice is no longer on the board" });
      return;
    }
    if (place >= noticesShownAtFirst) setIsAllShown(true);
    setOpenIds((ids) => new Set([...ids, id]));
    setHighlightedId(id);
  }, [notices]);

  const isHere = Boolean(notices);
  // Only when the board arrives and when the address changes: not whenever the board changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (isHere) showNotice();
  }, [isHere]);
  useEffect(() => {
    window.addEventListener("hashchange", showNotice);
    return () => window.removeEventListener("hashchange", showNotice);
  }, [showNotice]);
  useEffect(() => {
    if (!highlightedId) return;
    const place = document.getElementById(noticeAnchor(highlightedId));
    place?.scrollIntoView({ block: "center" });
    place?.focus({ preventScroll: true });
  }, [highlightedId]);

  if (!notices) return still;
  return (
    <>
      <NoticeBoardView
        notices={notices}
        canManage={Boolean(user?.isAdmin)}
        canLike={user !== null}
        isAllShown={isAllShown}
        openIds={openIds}
        highlightedId={highlightedId}
        renderDate={(iso) => <LocalDate iso={iso} isRelative />}
        actions={{
          onPost: () => setEdited("new"),
          onShowAll: () => setIsAllShown(!isAllShown),
          onReadOn: (id) => setOpenIds(withToggled(openIds, id)),
          onLike: toggleLike,
          onWhoLikes: setLikesOf,
          onEdit: setEdited,
        }}
      />
      {edited && <NoticeDialog notice={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
      {likesOf && <LikesDialog notice={likesOf} onClose={() => setLikesOf(null)} />}
    </>
  );
}
