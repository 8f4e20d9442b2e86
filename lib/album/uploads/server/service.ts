import type { MediaItemDto } from "@/lib/album/media/schema";
import { beforeAlbum } from "@/lib/album/media/server/require-year";
import { uploadFieldsSchema } from "@/lib/album/uploads/schema";
import {
  createMedia,
  discardOriginal,
  fileTooLarge,
  requireUploaded,
  type StoredOriginal,
  storeOriginal,
} from "@/lib/album/uploads/server/ingest-service";
import { readJsonWithFile } from "@/lib/album/uploads/server/json-upload";
import { getUploadLimits } from "@/lib/album/uploads/server/limits-service";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { countedBody, mediaTypeOf } from "@/lib/http/body";
import { AppError, badInput } from "@/lib/http/errors";
import { boundaryOf, isFile, readField, readForm } from "@/lib/http/multipart";
import { mebibyte } from "@/lib/shared/units";

const fileField = "fileData";
const otherFieldsBytes = mebibyte;

/** A request's body, no longer than the largest file needs. @param factor the body's bytes per byte of the file */
async function fileBody(familyId: string, request: Request, factor: number) {
  const { maxImageBytes, maxVideoBytes } = await getUploadLimits(familyId);
  const maxBytes = Math.max(maxImageBytes, maxVideoBytes);
  const { message } = fileTooLarge(maxBytes, fileField);
  return countedBody(request, Math.ceil(maxBytes * factor) + otherFieldsBytes, message);
}

interface ReceivedUpload {
  fields: unknown;
  file: StoredOriginal | undefined;
}

async function receiveJson(familyId: string, request: Request): Promise<ReceivedUpload> {
  // Base64 makes 4 bytes of 3.
  const body = await fileBody(familyId, request, 4 / 3);
  let stored: StoredOriginal | undefined;
  try {
    return await readJsonWithFile(body, fileField, async (bytes) => {
      stored = await storeOriginal(familyId, bytes, fileField);
      return stored;
    });
  } catch (error) {
    // The file arrived in full, but what followed it did not.
    if (stored) await discardOriginal(stored);
    throw error;
  }
}

const numberFields = new Set(["year", "month"]);

async function receiveMultipart(familyId: string, request: Request): Promise<ReceivedUpload> {
  const fields = new Map<string, unknown>();
  let file: StoredOriginal | undefined;
  const body = await fileBody(familyId, request, 1);
  try {
    for await (const part of readForm(body, boundaryOf(request))) {
      if (part.name === fileField && isFile(part)) {
        // One file per request; others are skipped.
        if (file) continue;
        if (part.fileName !== undefined) fields.set("fileName", fields.get("fileName") ?? part.fileName);
        fields.set("fileType", fields.get("fileType") ?? part.mimeType);
        file = await storeOriginal(familyId, part.bytes, fileField);
      } else if (!isFile(part)) {
        const value = await readField(part);
        fields.set(part.name, numberFields.has(part.name) && /^\d{1,6}$/.test(value) ? Number(value) : value);
      }
    }
  } catch (error) {
    // The file arrived in full, but what followed it did not.
    if (file) await discardOriginal(file);
    throw error;
  }
  return { fields: Object.fromEntries(fields), file };
}

/**
 * One file in one request: JSON with base64 or multipart/form-data (specification 7.4; api.md, Uploads). The file is
 * stored as it streams; its row comes last.
 * @throws AppError 400 with the field, 409 duplicate_file, 413, 415, 422
 */
export async function uploadMedia(actor: MemberActor, request: Request): Promise<MediaItemDto> {
  const type = mediaTypeOf(request);
  if (type !== "application/json" && type !== "multipart/form-data") {
    throw new AppError(
      "unsupported_content_type",
      415,
      "Please send this request as application/json or multipart/form-data.",
    );
  }
  const receive = type === "application/json" ? receiveJson : receiveMultipart;
  const { fields, file } = await receive(actor.familyId, request);
  const checked = uploadFieldsSchema.safeParse(fields);
  if (!checked.success || !file) {
    if (file) await discardOriginal(file);
    const issue = checked.error?.issues[0];
    throw badInput(issue?.path.join(".") || fileField, issue?.message ?? "The file's data is missing.");
  }
  if (checked.data.year < actor.firstYear) {
    await discardOriginal(file);
    throw beforeAlbum(actor);
  }
  return requireUploaded(actor, await createMedia(actor, file, checked.data));
}
