import { findSharedFamily } from "@/lib/album/sharing/server/service";
import { env } from "@/lib/env";
import { Cache } from "@/lib/platform/cache";
import { drawShareCard } from "@/lib/platform/images/share-card";

const drawn = new Cache<Promise<Buffer>>({ maxItems: 100 });

/** Each card is drawn only once: that takes a while, and many people see a link in a group chat. */
function cardOf(familyName: string | null): Promise<Buffer> {
  const key = familyName ?? "";
  let card = drawn.get(key);
  if (!card) {
    card = drawShareCard({
      heading: familyName ?? "Your family's photos, all in one warm place",
      lead: familyName ? "Log in to see our latest adventures" : "A private album for families",
      appName: env.APP_NAME,
    });
    drawn.set(key, card);
    card.catch(() => drawn.invalidate(key));
  }
  return card;
}

/** The picture of a link preview. An unknown token gets the product's own card, so it reveals nothing. */
export async function sharePreviewResponse(token: string): Promise<Response> {
  const family = await findSharedFamily(token);
  const card = await cardOf(family?.name ?? null);
  return new Response(new Uint8Array(card), {
    headers: {
      "Content-Type": "image/png",
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "sandbox; default-src 'none'",
    },
  });
}
