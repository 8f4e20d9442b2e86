"use client";

import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useItemExtras } from "@/components/album/item/item-extras";
import { DescriptionText } from "@/components/album/media/description-text";
import { MediaFacts } from "@/components/album/media/media-facts";
import { CameraFacts } from "@/components/album/media/viewer/camera-facts";
import { CoverActions } from "@/components/album/media/viewer/cover-actions";
import { ReportLink } from "@/components/album/media/viewer/report-link";
import { PeopleSection } from "@/components/album/tags/people-section";
import { useAuth } from "@/components/session/session-auth-provider";
import { Avatar } from "@/components/ui/avatar";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { MediaDetailDto, MediaItemDto } from "@/lib/album/media/schema";

const CommentsSection = fetchedPart(
  async () => (await import("@/components/album/comments/comments-section")).CommentsSection,
  { fallback: <div className="h-40" /> },
);

const ItemAges = fetchedPart(async () => (await import("@/components/album/growing-up/item-ages")).ItemAges, {
  isQuiet: true,
});

/** The requested part of the details; a new object for each request, so that it is shown again. */
export interface DetailsAim {
  section: "people" | "comments";
}

export interface ViewerDetailsProps {
  item: MediaItemDto;
  /** Undefined until it is loaded. */
  detail: Pick<MediaDetailDto, "heartedBy" | "tags"> | undefined;
  aim: DetailsAim | null;
  onClose: () => void;
}

/** All of an item's details: a panel beside it, a sheet below it on phones. */
export function ViewerDetails({ item, detail, aim, onClose }: ViewerDetailsProps) {
  const { user } = useAuth();
  const { ItemAlbums } = useItemExtras();
  const headings = { people: useRef<HTMLHeadingElement>(null), comments: useRef<HTMLHeadingElement>(null) };
  const heartedBy = detail?.heartedBy ?? [];

  // biome-ignore lint/correctness/useExhaustiveDependencies: each wish is followed once, when it is made
  useEffect(() => {
    const heading = aim && headings[aim.section].current;
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView?.({ block: "start" });
  }, [aim]);

  return (
    <aside
      aria-label="Details"
      className="max-h-[55dvh] flex-none overflow-y-auto overscroll-contain rounded-t-3xl bg-card p-5 pb-8 text-ink md:h-full md:max-h-none md:w-[360px] md:rounded-none md:p-6"
    >
      <div className="mb-3 flex items-center justify-between">
        <h2>Details</h2>
        <button
          type="button"
          aria-label="Close details"
          onClick={onClose}
          className="button button-ghost button-icon -mr-2"
        >
          <X aria-hidden="true" />
        </button>
      </div>
      {item.description.trim() ? (
        <DescriptionText text={item.description} className="wrap-anywhere whitespace-pre-line" />
      ) : (
        <p className="text-ink-faint">No description yet.</p>
      )}
      <h3 ref={headings.people} tabIndex={-1} className="mt-6 scroll-mt-5 outline-none">
        Who is in this photo?
      </h3>
      <PeopleSection key={`people of ${item.id}`} mediaId={item.id} people={detail?.tags ?? null} />
      {detail && <ItemAges key={`ages on ${item.id} ${detail.tags.length}`} mediaId={item.id} />}
      <h3 ref={headings.comments} tabIndex={-1} id="comments" className="mt-6 scroll-mt-5 outline-none">
        Comments
      </h3>
      <CommentsSection key={`comments on ${item.id}`} mediaId={item.id} />
      <ItemAlbums key={`albums of ${item.id}`} mediaId={item.id} />
      <h3 className="mt-6">Hearts</h3>
      {heartedBy.length === 0 ? (
        <p className="mt-1.5 text-ink-soft">No hearts yet. Be the first.</p>
      ) : (
        <ul className="mt-3 grid gap-2.5">
          {heartedBy.map(({ userId, name }) => (
            <li key={userId ?? name} className="flex items-center gap-3">
              <Avatar name={name} size="small" />
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-6 border-t border-line">
        <MediaFacts item={item} />
        {user && !user.isChild && <CameraFacts key={`facts of ${item.id}`} mediaId={item.id} />}
      </div>
      {user?.isAdmin && <CoverActions item={item} />}
      <ReportLink item={item} />
    </aside>
  );
}
