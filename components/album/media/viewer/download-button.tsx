"use client";

import { Download } from "lucide-react";
import { useAuth } from "@/components/session/session-auth-provider";
import { LazyMenu, type LazyMenuContentProps } from "@/components/ui/lazy-menu";
import { downloadWithoutPlaceUrl } from "@/lib/album/media/original-urls";
import type { MediaItemDto } from "@/lib/album/media/schema";

export type DownloadedItem = Pick<MediaItemDto, "id" | "isEdited">;

/** A choice for adults; children's downloads never contain the location. */
export function DownloadButton({ item, className }: { item: DownloadedItem; className: string }) {
  const { user } = useAuth();
  if (user?.isChild) {
    return (
      <a
        href={downloadWithoutPlaceUrl(item.id)}
        download
        aria-label="Download"
        title="Download"
        className={className}
      >
        <Download aria-hidden="true" />
      </a>
    );
  }
  const load = async () => {
    const { DownloadMenuContent } = await import("@/components/album/media/viewer/download-menu-content");
    return (props: LazyMenuContentProps) => <DownloadMenuContent {...props} item={item} />;
  };
  return (
    // A fetched menu belongs to one item.
    <LazyMenu
      key={`${item.id} ${item.isEdited}`}
      load={load}
      aria-label="Download"
      title="Download"
      className={className}
    >
      <Download aria-hidden="true" />
    </LazyMenu>
  );
}
