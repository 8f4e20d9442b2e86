import { openShareSheet } from "@/lib/album/sharing/client/share-sheet-store";
import type { Shareable } from "@/lib/album/sharing/client/shareable";
import { albumParameter, shareGuardMs } from "@/lib/album/sharing/sharing-text";

/**
 * `sheet`: the share sheet is shown. `ignored`: too soon after another one. `cancelled`: the person changed their mind.
 */
export type ShareOutcome = "shared" | "sheet" | "opened" | "ignored" | "cancelled";

let lastShareAt = Number.NEGATIVE_INFINITY;

/** The messaging app's share link, with text and URL encoded. */
export function messagingLink({ text, url }: Shareable): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;
}

/** A mailto link with text and URL, for the person's own mail program. */
export function mailLink({ title, text, url }: Shareable): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\n\n${url}`)}`;
}

/** A device with a mouse: its native sharing, if any, reaches fewer places than the sheet. */
const isComputer = () => window.matchMedia?.("(hover: hover) and (pointer: fine)").matches ?? false;

/** The URL of an album page for sharing: without its other parameters. */
export function sharedAddress(path: string, albumToken: string, origin = window.location.origin): string {
  return `${origin}${path}?${albumParameter}=${encodeURIComponent(albumToken)}`;
}

/**
 * The share action of specification 1: native sharing on a phone that has it, else a sheet, which includes the
 * messaging app's share link. A second share within 2000 ms is ignored.
 */
export async function share(content: Shareable, now = Date.now()): Promise<ShareOutcome> {
  if (now - lastShareAt < shareGuardMs) return "ignored";
  lastShareAt = now;
  if (!isComputer() && typeof navigator.share === "function") {
    try {
      await navigator.share({ title: content.title, text: content.text, url: content.url });
      return "shared";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "cancelled";
      // The device refused: fall back to the sheet.
    }
  }
  if (openShareSheet(content)) return "sheet";
  window.open(messagingLink(content), "_blank", "noopener,noreferrer");
  return "opened";
}
