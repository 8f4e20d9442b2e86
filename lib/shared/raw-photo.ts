import type { FileType } from "@/lib/shared/file-types";

/** A camera's raw photo, which is shown as the JPEG that the camera embedded in it. */
export const isRaw = ({ mimeType }: Pick<FileType, "mimeType">): boolean =>
  /^image\/x-(?:adobe-dng|canon-cr[23]|nikon-nef|sony-arw)$/.test(mimeType);
