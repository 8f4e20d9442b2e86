"use client";

import { PictureCropDialog } from "@/components/album/media/picture-crop-dialog";
import type { Crop } from "@/lib/album/media/crop";
import { defaultCrop, paperRatio } from "@/lib/shop/prints/print-crop";
import type { BasketItemDto } from "@/lib/shop/prints/schema";

export interface CropDialogProps {
  item: BasketItemDto;
  onClose: () => void;
  onSave: (crop: Crop) => void;
}

/** Chooses the printed part of a picture in the basket, in its paper's shape. */
export function CropDialog({ item, onClose, onSave }: CropDialogProps) {
  const width = item.width ?? 3;
  const height = item.height ?? 2;
  return (
    <PictureCropDialog
      media={{ id: item.media_id, editVersion: item.editVersion }}
      ratio={paperRatio(width, height, item.size)}
      first={item.crop ?? defaultCrop(width, height, item.size)}
      description={`Only the part inside the frame is printed at ${item.size}.`}
      onClose={onClose}
      onSave={onSave}
    />
  );
}
