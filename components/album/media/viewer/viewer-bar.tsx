"use client";

import { Info, Pencil, Share2, Trash2, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useItemExtras } from "@/components/album/item/item-extras";
import { useCanChange } from "@/components/album/item/use-may-change";
import { useDeleteMedia } from "@/components/album/media/use-delete-media";
import { DownloadButton } from "@/components/album/media/viewer/download-button";
import { useSharePicture } from "@/components/album/sharing/use-share-picture";
import { cn } from "@/components/ui/class-names";
import { fetchedPart } from "@/components/ui/fetched-part";
import type { MediaItemDto } from "@/lib/album/media/schema";

const EditMediaDialog = fetchedPart(
  async () => (await import("@/components/album/media/edit-media-dialog")).EditMediaDialog,
);
const DeleteMediaDialog = fetchedPart(
  async () => (await import("@/components/album/media/delete-media-dialog")).DeleteMediaDialog,
);

export interface ViewerBarProps {
  item: MediaItemDto;
  place: string;
  areDetailsOpen: boolean;
  onToggleDetails: () => void;
  onClose: () => void;
  /** Called when the item is gone, so the viewer moves on; false when it closed instead. */
  onDeleted: () => boolean;
}

const look =
  "grid size-11 flex-none place-items-center rounded-full text-white hover:bg-white/15 focus-visible:outline-white aria-pressed:bg-white/20 [&_svg]:size-[22px] [&_svg]:stroke-[1.9]";

/** The viewer's buttons. */
export function ViewerBar({
  item,
  place,
  areDetailsOpen,
  onToggleDetails,
  onClose,
  onDeleted,
}: ViewerBarProps) {
  const canChange = useCanChange(item);
  const { BasketButton } = useItemExtras();
  const [dialog, setDialog] = useState<"edit" | "delete" | null>(null);
  const remove = useDeleteMedia();
  const sharePicture = useSharePicture();
  return (
    <div className="flex items-center px-1 pt-[max(8px,env(safe-area-inset-top))] pb-1 md:gap-1 md:px-4">
      <BarButton label="Close" onClick={onClose}>
        <X aria-hidden="true" />
      </BarButton>
      <span
        aria-hidden="true"
        className="mr-auto min-w-0 truncate pl-1 text-[0.94rem] text-white/80 tabular-nums"
      >
        {place}
      </span>
      <BasketButton item={item} look="icon" className={look} />
      <BarButton label="Share" onClick={() => void sharePicture(item.id)}>
        <Share2 aria-hidden="true" />
      </BarButton>
      <DownloadButton item={item} className={look} />
      {canChange && (
        <>
          <BarButton label="Edit" onClick={() => setDialog("edit")}>
            <Pencil aria-hidden="true" />
          </BarButton>
          <BarButton label="Delete" onClick={() => setDialog("delete")}>
            <Trash2 aria-hidden="true" />
          </BarButton>
        </>
      )}
      <BarButton label="Details" isPressed={areDetailsOpen} onClick={onToggleDetails}>
        <Info aria-hidden="true" />
      </BarButton>

      {dialog === "edit" && <EditMediaDialog item={item} onClose={() => setDialog(null)} />}
      {dialog === "delete" && (
        <DeleteMediaDialog
          item={item}
          isBusy={remove.isBusy}
          onClose={() => setDialog(null)}
          onConfirm={() =>
            void remove.run(item, () => {
              setDialog(null);
              return onDeleted();
            })
          }
        />
      )}
    </div>
  );
}

interface BarButtonProps {
  label: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function BarButton({ label, isPressed, onClick, children }: BarButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      title={label}
      onClick={onClick}
      className={cn(look)}
    >
      {children}
    </button>
  );
}
