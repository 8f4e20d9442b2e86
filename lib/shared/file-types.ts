export interface FileType {
  mediaType: "image" | "video";
  mimeType: string;
  /** For the name under which it is stored and saved. */
  extension: string;
  /** What people call it, in lists of what an album accepts. */
  label?: string;
  /** Other names for the same type, in file names and in what browsers report. */
  otherExtensions?: readonly string[];
  otherMimeTypes?: readonly string[];
}

/**
 * The file types an album accepts: specification 5, and what phones and cameras have written since. A file's bytes
 * decide which one it is (lib/platform/files/sniff.ts).
 */
export const fileTypes = {
  jpeg: {
    mediaType: "image",
    mimeType: "image/jpeg",
    extension: "jpg",
    label: "JPG",
    otherExtensions: ["jpeg"],
    otherMimeTypes: ["image/jpg", "image/pjpeg"],
  },
  png: { mediaType: "image", mimeType: "image/png", extension: "png", label: "PNG" },
  gif: { mediaType: "image", mimeType: "image/gif", extension: "gif", label: "GIF" },
  webp: { mediaType: "image", mimeType: "image/webp", extension: "webp", label: "WebP" },
  avif: { mediaType: "image", mimeType: "image/avif", extension: "avif", label: "AVIF" },
  heic: {
    mediaType: "image",
    mimeType: "image/heic",
    extension: "heic",
    label: "HEIC",
    otherMimeTypes: ["image/heic-sequence"],
  },
  heif: {
    mediaType: "image",
    mimeType: "image/heif",
    extension: "heif",
    otherExtensions: ["hif"],
    otherMimeTypes: ["image/heif-sequence"],
  },
  // Cameras' raw photos go by one name in lists.
  dng: {
    mediaType: "image",
    mimeType: "image/x-adobe-dng",
    extension: "dng",
    label: "RAW",
    otherExtensions: ["gpr"],
    otherMimeTypes: ["image/dng"],
  },
  cr2: {
    mediaType: "image",
    mimeType: "image/x-canon-cr2",
    extension: "cr2",
    otherMimeTypes: ["image/cr2"],
  },
  cr3: {
    mediaType: "image",
    mimeType: "image/x-canon-cr3",
    extension: "cr3",
    otherMimeTypes: ["image/cr3"],
  },
  nef: {
    mediaType: "image",
    mimeType: "image/x-nikon-nef",
    extension: "nef",
    otherMimeTypes: ["image/nef"],
  },
  arw: {
    mediaType: "image",
    mimeType: "image/x-sony-arw",
    extension: "arw",
    otherMimeTypes: ["image/arw"],
  },
  jxl: { mediaType: "image", mimeType: "image/jxl", extension: "jxl", label: "JPEG XL" },
  mp4: {
    mediaType: "video",
    mimeType: "video/mp4",
    extension: "mp4",
    label: "MP4",
    otherExtensions: ["m4v", "3gp", "3g2"],
    otherMimeTypes: ["video/x-m4v", "video/3gpp", "video/3gpp2"],
  },
  mov: { mediaType: "video", mimeType: "video/quicktime", extension: "mov", label: "MOV" },
  avi: {
    mediaType: "video",
    mimeType: "video/x-msvideo",
    extension: "avi",
    label: "AVI",
    otherMimeTypes: ["video/avi", "video/msvideo"],
  },
  mkv: {
    mediaType: "video",
    mimeType: "video/matroska",
    extension: "mkv",
    label: "MKV",
    otherMimeTypes: ["video/x-matroska"],
  },
  webm: { mediaType: "video", mimeType: "video/webm", extension: "webm", label: "WebM" },
  mpeg: {
    mediaType: "video",
    mimeType: "video/mpeg",
    extension: "mpg",
    label: "MPG",
    otherExtensions: ["mpeg", "vob"],
  },
  mpegts: {
    mediaType: "video",
    mimeType: "video/mp2t",
    extension: "mts",
    label: "MTS",
    otherExtensions: ["m2ts"],
    otherMimeTypes: ["video/vnd.dlna.mpeg-tts"],
  },
} as const satisfies Record<string, FileType>;

const all: readonly FileType[] = Object.values(fileTypes);

/** The one with this MIME type, as stored with an item; null for any other. */
export const fileTypeOf = (mimeType: string): FileType | null =>
  all.find((type) => type.mimeType === mimeType) ?? null;

/** A photo whose decoding can be switched off, and that only Apple's browsers show themselves. */
export const isHeic = ({ mimeType }: FileType): boolean => /^image\/hei[cf]$/.test(mimeType);
