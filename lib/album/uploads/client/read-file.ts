import { UploadCancelledError } from "@/lib/album/uploads/client/upload-errors";

export interface ReadOptions {
  signal: AbortSignal;
  /** The error message if reading fails. */
  failure: string;
  /** Whole percent (specification 4.4). */
  onPercent?: (percent: number) => void;
}

/** A file or a piece of one as a data URL. @throws Error with `failure`, UploadCancelledError */
export async function readAsDataUrl(piece: Blob, options: ReadOptions): Promise<string> {
  const url = await read((reader) => reader.readAsDataURL(piece), options);
  return url as string;
}

/** The bytes of a file or of a piece of one. @throws Error with `failure`, UploadCancelledError */
export async function readBytes(piece: Blob, options: ReadOptions): Promise<ArrayBuffer> {
  const bytes = await read((reader) => reader.readAsArrayBuffer(piece), options);
  return bytes as ArrayBuffer;
}

function read(
  start: (reader: FileReader) => void,
  { signal, failure, onPercent }: ReadOptions,
): Promise<string | ArrayBuffer> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new UploadCancelledError());
    const reader = new FileReader();
    const onAbort = () => reader.abort();
    signal.addEventListener("abort", onAbort);
    reader.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0)
        onPercent?.(Math.round((event.loaded / event.total) * 100));
    };
    reader.onload = () => {
      if (reader.result === null) reject(new Error(failure));
      else resolve(reader.result);
    };
    reader.onabort = () => reject(new UploadCancelledError());
    reader.onerror = () => reject(new Error(failure));
    reader.onloadend = () => signal.removeEventListener("abort", onAbort);
    start(reader);
  });
}
