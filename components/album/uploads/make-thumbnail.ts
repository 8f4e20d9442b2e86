import type { ChosenFile } from "@/lib/album/uploads/file-rules";
import { TwoLineQueue } from "@/lib/shared/two-line-queue";

/** Pixels, enough for a tile on a dense screen. */
const thumbnailWidth = 256;
const clipPatienceMs = 5_000;
/** Decoding a dozen photos at once would stall a phone. Clips, which take longer, wait for photos. */
const queue = new TwoLineQueue(2, 10_000);

async function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.min(thumbnailWidth, width);
  canvas.height = Math.max(1, Math.round((canvas.width * height) / width));
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.8));
}

async function ofPhoto(file: File): Promise<Blob | null> {
  const options = { resizeWidth: thumbnailWidth, resizeQuality: "medium" } as const;
  const bitmap = await createImageBitmap(file, options);
  try {
    return await drawn(bitmap, bitmap.width, bitmap.height);
  } finally {
    bitmap.close();
  }
}

function until(video: HTMLVideoElement, event: "loadeddata" | "seeked"): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error("The video took too long to show a frame")),
      clipPatienceMs,
    );
    const settle = (end: () => void) => () => {
      clearTimeout(timer);
      end();
    };
    video.addEventListener(event, settle(resolve), { once: true });
    video.addEventListener(
      "error",
      settle(() => reject(new Error("The video can't be shown"))),
      {
        once: true,
      },
    );
  });
}

/** One of a clip's first frames: the very first is often black. */
async function ofClip(file: File): Promise<Blob | null> {
  const url = URL.createObjectURL(file);
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  try {
    const loaded = until(video, "loadeddata");
    video.src = url;
    await loaded;
    const sought = until(video, "seeked");
    video.currentTime = Math.min(0.5, (video.duration || 0) / 2);
    await sought;
    return video.videoWidth > 0 ? await drawn(video, video.videoWidth, video.videoHeight) : null;
  } finally {
    video.removeAttribute("src");
    URL.revokeObjectURL(url);
  }
}

/**
 * A small copy of a chosen photo or a frame of a clip, a few at a time. null if the browser can't decode it, or if it
 * is no longer wanted when its turn comes.
 */
export function makeThumbnail(
  { file, mediaType }: ChosenFile,
  isWanted: () => boolean,
): Promise<Blob | null> {
  const isPhoto = mediaType === "image";
  return queue.run(async () => {
    if (!isWanted()) return null;
    return (isPhoto ? ofPhoto : ofClip)(file).catch(() => null);
  }, isPhoto);
}
