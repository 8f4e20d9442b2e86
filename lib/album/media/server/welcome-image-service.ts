import type { MediaItemDto, WelcomeImageDto } from "@/lib/album/media/schema";
import { getMediaItem } from "@/lib/album/media/server/browse-service";
import { fileSelect } from "@/lib/album/media/server/file-cache";
import { type MediaFile, pictureOf } from "@/lib/album/media/server/file-service";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import { type Actor, isMember, type MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { familyOfInvitation } from "@/lib/family/invitations/server/registration-service";
import { notFound } from "@/lib/http/errors";

/** The picture on the family's welcome page; null when none is chosen or it is in the trash. */
export async function getWelcomeImage(actor: Actor): Promise<MediaItemDto | null> {
  if (!isMember(actor)) return null;
  const family = await db.family.findUnique({
    where: { id: actor.familyId },
    select: { welcomeMediaId: true },
  });
  return family?.welcomeMediaId ? getMediaItem(actor, family.welcomeMediaId) : null;
}

/** The id of that picture. */
export async function getWelcomeImageId(actor: MemberActor): Promise<WelcomeImageDto> {
  return { mediaId: (await getWelcomeImage(actor))?.id ?? null };
}

/** @throws AppError 404 */
export async function setWelcomeImage(actor: MemberActor, mediaId: string): Promise<WelcomeImageDto> {
  if (!(await getMediaItem(actor, mediaId))) throw notFound();
  await db.family.updateMany({ where: { id: actor.familyId }, data: { welcomeMediaId: mediaId } });
  return { mediaId };
}

/** Removes the picture from the family's welcome page. */
export async function unsetWelcomeImage(actor: MemberActor): Promise<WelcomeImageDto> {
  await db.family.updateMany({ where: { id: actor.familyId }, data: { welcomeMediaId: null } });
  return { mediaId: null };
}

/** The one picture that people see before they join: the welcome image an admin chose. @throws AppError 404 */
export async function requireInvitationPicture(code: string): Promise<MediaFile> {
  return fileOfWelcomeImage(await familyOfInvitation(code));
}

/**
 * The medium image of a family's welcome picture, for someone outside the family. The caller decides whether they may
 * see it.
 * @throws AppError 404 when there is none, it is in the trash, or it can't be shown
 */
async function fileOfWelcomeImage(familyId: string): Promise<MediaFile> {
  const row = await db.media.findFirst({
    where: { ...visibleMedia({ familyId }), derivatives: "ready", welcomeOf: { some: { id: familyId } } },
    select: fileSelect,
  });
  if (!row) throw notFound();
  return pictureOf(row, "medium");
}
