import { thumbnailUrl } from "@/lib/album/media/picture-urls";
import { listLatest } from "@/lib/album/media/server/browse-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";

const maxShown = 6;

/** The album's latest photos, to show what a gift would look like. */
export async function listGiftSamples(actor: MemberActor): Promise<{ src: string; crop: null }[]> {
  const latest = await listLatest(actor, 2 * maxShown, "collapsed");
  return latest
    .filter(({ mediaType, width }) => mediaType === "image" && width !== null)
    .slice(0, maxShown)
    .map((item) => ({ src: thumbnailUrl(item), crop: null }));
}
