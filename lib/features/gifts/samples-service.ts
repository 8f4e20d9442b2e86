import type { MemberActor } from "@/lib/auth/actor";
import { listLatest } from "@/lib/features/media/browse-service";
import { thumbnailUrl } from "@/lib/features/media/picture-urls";

const mostShown = 6;

/** The album's latest photos, for showing what a gift would look like. */
export async function listGiftSamples(actor: MemberActor): Promise<{ src: string; crop: null }[]> {
  const latest = await listLatest(actor, 2 * mostShown);
  return latest
    .filter(({ mediaType, width }) => mediaType === "image" && width !== null)
    .slice(0, mostShown)
    .map((item) => ({ src: thumbnailUrl(item), crop: null }));
}
