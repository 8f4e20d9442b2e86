import { CroppedPicture } from "@/components/album/media/cropped-picture";
import { mediumUrl, thumbnailUrl } from "@/lib/album/media/picture-urls";
import { defaultCrop, paperRatio } from "@/lib/shop/prints/print-crop";
import type { BasketItemDto } from "@/lib/shop/prints/schema";

/** The picture as it will look on its paper. */
export function PrintThumbnail({ item }: { item: BasketItemDto }) {
  const { width, height, size } = item;
  const isMeasured = width !== null && height !== null;
  const ratio = isMeasured ? paperRatio(width, height, size) : 1;
  const crop = isMeasured ? (item.crop ?? defaultCrop(width, height, size)) : null;
  // A small part of the picture needs a larger version of it.
  const isSmallPart = crop !== null && Math.min(crop.width, crop.height) < 0.6;
  const media = { id: item.media_id, mediaType: "image", editVersion: item.editVersion } as const;
  return (
    <div className="grid w-21 justify-items-center md:w-26">
      <div
        className="relative overflow-hidden rounded-md bg-sunk shadow-1"
        style={{ aspectRatio: ratio, width: `${Math.min(1, ratio) * 100}%` }}
      >
        <CroppedPicture src={isSmallPart ? mediumUrl(media) : thumbnailUrl(media)} crop={crop} />
      </div>
    </div>
  );
}
