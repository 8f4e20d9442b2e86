import { heartItems } from "@/lib/album/hearts/server/service";
import { importActor } from "@/lib/album/imports/server/import-actor";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { appUrl } from "@/lib/http/app-url";
import { badInput } from "@/lib/http/errors";
import { plainPage } from "@/lib/http/plain-page";
import { withProblemPage } from "@/lib/http/problem-page";
import { readLetterHeartToken } from "@/lib/notify/digest/server/letter-heart-token";

const notOpen = () =>
  badInput("token", "This link is too old or incomplete. You can still send a heart in the album.");

/** The person who gives the heart, and the photo, if they can still see it. @throws AppError 400 */
async function requireHeart(token: string): Promise<{ actor: MemberActor; mediaId: string }> {
  const heart = readLetterHeartToken(token);
  if (!heart) throw notOpen();
  const { userId, mediaId } = heart;
  const item = await db.media.findFirst({
    where: { id: mediaId, deletedAt: null },
    select: { familyId: true },
  });
  const actor = item && (await importActor(userId, item.familyId));
  if (!actor) throw notOpen();
  return { actor, mediaId };
}

const albumLink = (mediaId?: string) => ({
  label: "See it in the album",
  href: mediaId ? `${appUrl()}/card/${mediaId}` : `${appUrl()}/`,
});

/** The page that the letter's link opens, with a button: mail scanners open links too, and must not give hearts. */
export const showLetterHeart = (token: string, request: Request): Promise<Response> =>
  withProblemPage(request, albumLink(), async () => {
    const { mediaId } = await requireHeart(token);
    return plainPage({
      status: 200,
      heading: "Send a heart?",
      text: "Your family will see that you love this photo.",
      button: { label: "Send a heart", action: `/api/letters/heart?token=${encodeURIComponent(token)}` },
      link: albumLink(mediaId),
    });
  });

/** Gives the heart; repeating it changes nothing. */
export const giveLetterHeart = (token: string, request: Request): Promise<Response> =>
  withProblemPage(request, albumLink(), async () => {
    const { actor, mediaId } = await requireHeart(token);
    await heartItems(actor, [mediaId]);
    return plainPage({
      status: 200,
      heading: "Your heart is there",
      text: "Your family will see it in the album.",
      link: albumLink(mediaId),
    });
  });
