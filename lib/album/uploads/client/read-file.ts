import { UploadCancelledError } from "@/lib/album/uploads/client/upload-errors";

export interface ReadOptions {
  signal: AbortSignal;
  /** The error message if reading fails. */
  failure: string;
  /** Whole percent (specification 4.4). */
  onPercent?: (percent: number) => void;
}

/** A file or a piece of one as a data URL. @throws Error with `failure`, UploadCancelledError */
export function readAsDataUrl(piece: Blob, { signal, failure, onPercent }: ReadOptions): Promise<string> {
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
      if (typeof reader.result === "string") resolve(reader.result);
      else reject(new Error(failure));
    };
    reader.onabort = () => reject(new UploadCancelledError());
    reader.onerror = () => reject(new Error(failure));
    reader.onloadend = () => signal.removeEventListener("abort", onAbort);
    reader.readAsDataURL(piece);
  });
}
