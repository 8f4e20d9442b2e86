import { once } from "node:events";
import busboy from "busboy";
import type { MediaItemDto } from "@/lib/album/media/schema";
import { maxUploadBytes, uploadFieldsSchema } from "@/lib/album/uploads/schema";
import {
  createMedia,
  discardOriginal,
  fileTooLarge,
  requireUploaded,
  type StoredOriginal,
  storeOriginal,
} from "@/lib/album/uploads/server/ingest-service";
import { readJsonWithFile } from "@/lib/album/uploads/server/json-upload";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { countedBody, mediaTypeOf } from "@/lib/http/body";
import { AppError, badInput } from "@/lib/http/errors";
import { StorageError } from "@/lib/platform/storage/storage-driver";
import { mebibyte } from "@/lib/shared/units";

const fileField = "fileData";
/** Base64 makes 4 bytes of 3; the rest is for the other fields. */
const maxJsonBytes = Math.ceil((maxUploadBytes * 4) / 3) + mebibyte;
const maxMultipartBytes = maxUploadBytes + mebibyte;

interface ReceivedUpload {
  fields: unknown;
  file: StoredOriginal | undefined;
}

async function receiveJson(familyId: string, request: Request): Promise<ReceivedUpload> {
  const body = countedBody(request, maxJsonBytes, fileTooLarge(fileField).message);
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

const malformedForm = () => badInput("body", "The request is not valid multipart/form-data.");

const numberFields = new Set(["year", "month"]);

/** Writes the body into the parser as fast as it accepts it; ends when the parser is destroyed. */
async function feed(parser: busboy.Busboy, body: AsyncIterable<Uint8Array>): Promise<void> {
  const closing = new AbortController();
  parser.once("close", () => closing.abort());
  for await (const piece of body) {
    if (parser.destroyed) return;
    if (!parser.write(piece)) await once(parser, "drain", { signal: closing.signal }).catch(() => {});
  }
  parser.end();
}

async function receiveMultipart(familyId: string, request: Request): Promise<ReceivedUpload> {
  const fields: Record<string, unknown> = {};
  let storing: Promise<StoredOriginal> | undefined;
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      limits: { files: 1, fields: 20, fieldSize: 64 * 1024, parts: 25 },
      defParamCharset: "utf8",
    });
  } catch {
    throw malformedForm();
  }
  parser.on("field", (name, value) => {
    fields[name] = numberFields.has(name) && /^\d{1,6}$/.test(value) ? Number(value) : value;
  });
  const body = countedBody(request, maxMultipartBytes, fileTooLarge(fileField).message);
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on("file", (name, stream, info) => {
        // A parser that is destroyed ends its file with an error, which may have no listener any more.
        stream.on("error", () => {});
        if (name !== fileField) return void stream.resume();
        fields.fileName ??= info.filename;
        fields.fileType ??= info.mimeType;
        storing = storeOriginal(familyId, stream, fileField);
        // Rejecting a file ends the request: what follows would only be thrown away.
        storing.catch((error) => reject(error === stream.errored ? malformedForm() : error));
      });
      parser.on("error", () => reject(malformedForm()));
      parser.on("close", resolve);
      feed(parser, body).catch(reject);
    });
  } catch (error) {
    parser.destroy();
    const outcome = await storing?.then(
      (stored) => ({ stored, refusal: undefined }),
      (refusal: unknown) => ({ stored: undefined, refusal }),
    );
    if (outcome?.stored) await discardOriginal(outcome.stored);
    // A file that can't be stored destroys the parser too, which then blames the form.
    throw outcome?.refusal instanceof StorageError ? outcome.refusal : error;
  }
  return { fields, file: await storing };
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
  return requireUploaded(actor, await createMedia(actor, file, checked.data));
}
