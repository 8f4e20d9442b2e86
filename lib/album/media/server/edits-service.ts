import { readEdits, type SaveEditsInput } from "@/lib/album/media/picture-edits";
import type { MediaDetailDto } from "@/lib/album/media/schema";
import { requireMediaDetail } from "@/lib/album/media/server/browse-service";
import {
  makePictures,
  shownColumns,
  storePictures,
  whileNotDeriving,
} from "@/lib/album/media/server/derivatives-service";
import { editsColumn } from "@/lib/album/media/server/edits-column";
import { forgetMediaFile } from "@/lib/album/media/server/file-cache";
import { requireEditable } from "@/lib/album/media/server/locked-items-service";
import { visibleMedia } from "@/lib/album/media/server/visible-media";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { emit } from "@/lib/core/events/server/events";
import { db } from "@/lib/db";
import { AppError, notFound } from "@/lib/http/errors";
import { animatedPicture, ImageError } from "@/lib/platform/images/image-error";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { areNoEdits, areSameEdits, type PictureEdits } from "@/lib/shared/picture-edits";

const editedSelect = {
  id: true,
  familyId: true,
  mediaType: true,
  derivatives: true,
  storagePath: true,
  edits: true,
  editVersion: true,
} as const;

const notEditable = (message: string, cause?: unknown) =>
  new AppError("not_editable", 409, message, { cause });

const changedMeanwhile = () =>
  new AppError(
    "changed_meanwhile",
    409,
    "Someone else has edited this photo since you opened it. Please start again.",
  );

async function requirePhoto(actor: MemberActor, id: string) {
  const photo = await db.media.findFirst({ where: { id, ...visibleMedia(actor) }, select: editedSelect });
  if (!photo) throw notFound();
  if (photo.mediaType !== "image") throw notEditable("Only photos can be edited.");
  if (photo.derivatives !== "ready") throw notEditable("This photo has no preview, so it can't be edited.");
  return photo;
}

async function makeEdited(storagePath: string, edits: PictureEdits | null) {
  try {
    return await makePictures(storagePath, edits);
  } catch (error) {
    if (error instanceof StorageError && error.code === "missing") throw notFound();
    if (!(error instanceof ImageError)) throw error;
    const isAnimated = error.message === animatedPicture;
    throw notEditable(
      isAnimated ? "Animated pictures can't be edited." : "This photo can't be edited.",
      error,
    );
  }
}

/** Checks that this person may edit the item. @throws AppError 403, 404 */
const mayEdit = (actor: MemberActor, id: string) =>
  db.$transaction(async (client) => requireEditable(client, actor, id));

/**
 * Makes the edited pictures, which are shown once the row is updated. The previous ones stay in place, so nobody sees
 * half of a change and a failure changes nothing.
 */
async function replaceEdits(
  actor: MemberActor,
  id: string,
  version: number,
  edits: PictureEdits | null,
): Promise<void> {
  await mayEdit(actor, id);
  await whileNotDeriving(id, async () => {
    const photo = await requirePhoto(actor, id);
    // Already saved: the browser is repeating a request whose response it lost.
    if (areSameEdits(readEdits(photo.edits), edits)) return;
    if (photo.editVersion !== version) throw changedMeanwhile();
    const images = await makeEdited(photo.storagePath, edits);
    const next = { edits, editVersion: version + 1 };
    await storePictures({ ...photo, ...next }, images);
    await db.$transaction(async (client) => {
      await requireEditable(client, actor, id);
      const { count } = await client.media.updateMany({
        where: { id, ...visibleMedia(actor), editVersion: version },
        data: { ...shownColumns(images), editVersion: next.editVersion, edits: editsColumn(edits) },
      });
      if (count === 0) throw changedMeanwhile();
      await emit("media.edited", { id, familyId: photo.familyId }, client);
    });
    forgetMediaFile(id);
  });
}

/**
 * Edits a photo; for the uploader or an admin. The original stays as it is, and these edits replace the previous ones.
 * Everyone sees the edited photo when this returns.
 * @throws AppError 403, 404; 409 if it can't be edited, or when someone else has edited it meanwhile
 */
export async function saveEdits(
  actor: MemberActor,
  id: string,
  { version, ...edits }: SaveEditsInput,
): Promise<MediaDetailDto> {
  await replaceEdits(actor, id, version, areNoEdits(edits) ? null : edits);
  return requireMediaDetail(actor, id);
}

/** Shows the original again; for the uploader or an admin. @throws AppError as in saveEdits */
export async function revertEdits(actor: MemberActor, id: string, version: number): Promise<MediaDetailDto> {
  await replaceEdits(actor, id, version, null);
  return requireMediaDetail(actor, id);
}
