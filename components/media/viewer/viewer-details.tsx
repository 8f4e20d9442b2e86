"use client";

import { X } from "lucide-react";
import { useAuth } from "@/components/accounts/session-auth-provider";
import { DescriptionText } from "@/components/media/description-text";
import { MediaFacts } from "@/components/media/media-facts";
import { CoverActions } from "@/components/media/viewer/cover-actions";
import { Avatar } from "@/components/ui/avatar";
import type { MediaDetailDto, MediaItemDto } from "@/lib/features/media/schema";

export interface ViewerDetailsProps {
  item: MediaItemDto;
  heartedBy: MediaDetailDto["heartedBy"];
  onClose: () => void;
}

/** Everything there is to say about an item: a panel beside it, a sheet under it on phones. */
export function ViewerDetails({ item, heartedBy, onClose }: ViewerDetailsProps) {
  const { user } = useAuth();
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
      <MediaFacts item={item} />
      <h3 className="mt-6">Hearts</h3>
      {heartedBy.length === 0 ? (
        <p className="mt-1.5 text-ink-soft">Nobody has hearted this yet. Be the first.</p>
      ) : (
        <ul className="mt-3 grid gap-2.5">
          {heartedBy.map(({ userId, name }) => (
            <li key={userId} className="flex items-center gap-3">
              <Avatar name={name} size="small" />
              {name}
            </li>
          ))}
        </ul>
      )}
      {user?.isAdmin && <CoverActions item={item} />}
    </aside>
  );
}
