import { albumParameter, shareGuardMs } from "@/lib/features/sharing/sharing-words";

export interface Shareable {
  title: string;
  text: string;
  /** Complete, with its origin. */
  url: string;
}

/** `ignored`: too soon after another one. `cancelled`: the person changed their mind. */
export type ShareOutcome = "shared" | "opened" | "ignored" | "cancelled";

let lastShareAt = Number.NEGATIVE_INFINITY;

/** The messaging app's share link, with text and address encoded. */
export function messagingLink({ text, url }: Shareable): string {
  return `https://wa.me/?text=${encodeURIComponent(`${text} ${url}`)}`;
}

/** A page of this album as it is shared: without whatever else its address holds. */
export function sharedAddress(path: string, albumToken: string, origin = window.location.origin): string {
  return `${origin}${path}?${albumParameter}=${encodeURIComponent(albumToken)}`;
}

/**
 * The share action of specification 1: the device's own sharing where there is one, else a new window on a messaging
 * app's share link. A second share within 2000 ms is ignored.
 */
export async function share(content: Shareable, now = Date.now()): Promise<ShareOutcome> {
  if (now - lastShareAt < shareGuardMs) return "ignored";
  lastShareAt = now;
  if (typeof navigator.share === "function") {
    try {
      await navigator.share({ title: content.title, text: content.text, url: content.url });
      return "shared";
    } catch (error) {
      if (error instanceof Error && error.name === "AbortError") return "cancelled";
      // Refused by the device: the other way is left.
    }
  }
  window.open(messagingLink(content), "_blank", "noopener,noreferrer");
  return "opened";
}
