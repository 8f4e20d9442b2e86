import type { ShareLinkDto } from "@/lib/album/sharing/schema";
import { albumTokenOf, familyIdIn } from "@/lib/album/sharing/server/album-token";
import { albumParameter, shareText } from "@/lib/album/sharing/sharing-text";
import type { Actor, MemberActor } from "@/lib/core/auth/server/actor";
import { db } from "@/lib/db";
import { notFound } from "@/lib/http/errors";

/** The content of a share of this family's album. */
export function shareLinkOf(family: { id: string; name: string }): ShareLinkDto {
  return { albumToken: albumTokenOf(family.id), title: family.name, text: shareText(family.name) };
}

/** The same for the current family. @throws AppError 404 if it has just been deleted */
export async function getShareLink(actor: MemberActor): Promise<ShareLinkDto> {
  const family = await db.family.findUnique({
    where: { id: actor.familyId },
    select: { id: true, name: true },
  });
  if (!family) throw notFound();
  return shareLinkOf(family);
}

/** The token in the URL that a visitor requested; null if it has none. */
export function albumTokenIn(wantedPath: string | null): string | null {
  const query = wantedPath?.split("?", 2)[1];
  return query ? new URLSearchParams(query).get(albumParameter) : null;
}

/** The family that a token identifies, for the preview. */
export async function findSharedFamily(token: string | null): Promise<{ id: string; name: string } | null> {
  const id = token && familyIdIn(token);
  return id
    ? db.family.findFirst({ where: { id, suspendedAt: null }, select: { id: true, name: true } })
    : null;
}

export interface SharePreview {
  /** The family's name; null for a link without a valid album token, whatever else it has. */
  familyName: string | null;
  description: string;
  /** Path of the preview picture. */
  imagePath: string;
}

const genericToken = "album";

/** What a link preview reveals to a stranger: at most the family's name. */
export async function getSharePreview(wantedPath: string | null): Promise<SharePreview> {
  const token = albumTokenIn(wantedPath);
  const family = await findSharedFamily(token);
  return {
    familyName: family?.name ?? null,
    description: family
      ? `Log in to see the latest adventures of ${family.name}. Only the family sees its photos.`
      : "A private album for your family's photos and videos.",
    imagePath: `/api/share-preview/${family && token ? token : genericToken}`,
  };
}

export interface OtherFamily {
  id: string;
  name: string;
}

/** The family of a shared link, for a member of it who is currently viewing another family; else null. */
export async function findFamilyOfLink(actor: Actor, wantedPath: string | null): Promise<OtherFamily | null> {
  const token = albumTokenIn(wantedPath);
  const id = token && familyIdIn(token);
  if (!id || id === actor.familyId || actor.isSuperAdmin) return null;
  const membership = await db.membership.findFirst({
    where: { userId: actor.userId, familyId: id },
    select: { family: { select: { id: true, name: true } } },
  });
  return membership?.family ?? null;
}
