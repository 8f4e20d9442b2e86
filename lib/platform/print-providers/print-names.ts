import { safeFileName } from "@/lib/shared/safe-file-name";

/** `4x6-Gloss/01-3x-beach.jpg`: the paper, the picture's place in the order, how many copies, its own name. */
export function printName(
  picture: { fileName: string; size: string; finish: string; copies: number },
  index: number,
  count: number,
): string {
  const digits = Math.max(2, String(count).length);
  const place = String(index + 1).padStart(digits, "0");
  const stem = safeFileName(picture.fileName.replace(/\.[a-z0-9]{1,5}$/i, ""));
  return `${picture.size}-${picture.finish}/${place}-${picture.copies}x-${stem}.jpg`;
}
