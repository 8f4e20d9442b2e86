import { Readable } from "node:stream";
import { createGzip } from "node:zlib";
import { ZipFile } from "yazl";
import type { ImportDto } from "@/lib/album/imports/schema";
import { workOnImport } from "@/lib/album/imports/server/running-service";
import { tarOf } from "@/lib/platform/files/tar";
import { chunkBytesOf, chunkCountOf } from "@/lib/shared/upload-limits";
import { type Answer, call } from "@/tests/support/call";
import type { Person } from "@/tests/support/factories";
import { until } from "@/tests/support/until";

/** Files by path: bytes, or an object to be written as JSON. */
export type Files = Record<string, Buffer | object>;

const bytesOf = (content: Buffer | object) =>
  Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));

async function gather(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}

/** As Takeout packs them: photos stored, texts deflated. @param options of each file, as yazl takes them */
export function zipOf(files: Files, options: object = {}): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files)) {
    zip.addBuffer(bytesOf(content), path, { compress: !Buffer.isBuffer(content), ...options });
  }
  zip.end();
  return gather(zip.outputStream as unknown as AsyncIterable<Uint8Array>);
}

export function tgzOf(files: Files): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, content]) => {
    const bytes = bytesOf(content);
    return { name, bytes: bytes.length, content: [bytes] };
  });
  return gather(Readable.from(tarOf(entries)).pipe(createGzip()));
}

/** A sidecar, dated 3 July 2024 at noon UTC by default. */
export const sidecar = (title: string, facts: object = {}) => ({
  title,
  description: "",
  photoTakenTime: { timestamp: "1720008000" },
  geoData: { latitude: 0, longitude: 0 },
  ...facts,
});

export const root = "Takeout/Google Photos";

export function importCall<T = ImportDto>(
  person: Person,
  method: string,
  path: string,
  json?: unknown,
): Promise<Answer<T>> {
  return call<T>(method, `/api/imports${path}`, {
    cookie: person.cookie,
    ...(json === undefined ? {} : { json }),
  });
}

export async function createImport(person: Person, json: object = {}): Promise<ImportDto> {
  const { status, body } = await importCall(person, "POST", "", { timeZone: "Europe/London", ...json });
  if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** Sends an archive as the pages do. */
export async function sendArchive(
  person: Person,
  importId: string,
  fileName: string,
  bytes: Buffer,
): Promise<void> {
  const uploadId = `${importId}-${fileName}`;
  const fileSize = bytes.length;
  const begun = await importCall(person, "POST", `/${importId}/archives`, {
    ...{ fileName, fileSize, uploadId, totalChunks: chunkCountOf(fileSize) },
  });
  if (begun.status !== 201) throw new Error(JSON.stringify(begun.body));
  for (let index = 0; index < chunkCountOf(fileSize); index++) {
    const length = chunkBytesOf(fileSize);
    const sent = await call(
      "POST",
      `/api/media/chunked-upload/chunk?${new URLSearchParams({ uploadId, chunkIndex: String(index) })}`,
      {
        cookie: person.cookie,
        body: new Uint8Array(bytes.subarray(index * length, (index + 1) * length)),
        type: "application/octet-stream",
      },
    );
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  }
  const added = await importCall(person, "POST", `/${importId}/archives/complete`, { uploadId });
  if (added.status !== 200) throw new Error(JSON.stringify(added.body));
}

/** An import of these archives, after its dry run. */
export async function readImport(person: Person, archives: Buffer[], extension = "zip"): Promise<ImportDto> {
  const { id } = await createImport(person);
  for (const [at, bytes] of archives.entries()) {
    await sendArchive(person, id, `takeout-20240801T100000Z-00${at + 1}.${extension}`, bytes);
  }
  await act(person, id, "read");
  await work(id);
  return (await importCall(person, "GET", `/${id}`)).body;
}

export async function act(person: Person, id: string, action: string): Promise<ImportDto> {
  const { status, body } = await importCall(person, "POST", `/${id}/${action}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

/** What the worker does, without its queue. */
export const work = (id: string) => workOnImport(id, 1);

/** A complete import of these archives. */
export async function importAll(person: Person, archives: Buffer[], extension = "zip"): Promise<ImportDto> {
  const { id } = await readImport(person, archives, extension);
  await act(person, id, "start");
  return workToEnd(person, id);
}

const mostTurns = 20;

/** Each turn takes a minute at most, which is little on a busy machine. */
export async function workToEnd(person: Person, id: string): Promise<ImportDto> {
  const read = async () => (await importCall(person, "GET", `/${id}`)).body;
  const isOver = async () => {
    await work(id);
    return (await read()).state !== "running";
  };
  await until(isOver, mostTurns * 60_000);
  return read();
}
