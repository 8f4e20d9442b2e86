import type { Crop } from "@/lib/album/media/crop";

export interface CroppedPictureProps {
  src: string;
  alt?: string;
  /** null for the whole picture, cropped by its frame. */
  crop: Crop | null;
}

/** Part of a picture, filling the positioned frame around it. */
export function CroppedPicture({ src, alt = "", crop }: CroppedPictureProps) {
  return (
    <img
      src={src}
      alt={alt}
      draggable={false}
      className={crop ? "absolute max-w-none" : "absolute inset-0 size-full object-cover"}
      style={
        crop
          ? {
              width: `${100 / crop.width}%`,
              height: `${100 / crop.height}%`,
              left: `${(-100 * crop.x) / crop.width}%`,
              top: `${(-100 * crop.y) / crop.height}%`,
            }
          : undefined
      }
    />
  );
}
