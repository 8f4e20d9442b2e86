import { sendInChunks } from "@/lib/album/uploads/client/chunked-upload";
import { pauseFor } from "@/lib/album/uploads/client/network-patience";

/**
 * Sends an archive, or resumes: if the same file is chosen again, even after a reload, it continues where it stopped.
 * @param onPercent 0 to 100
 * @throws Error with a message for people
 */
export async function sendArchive(
  importId: string,
  file: File,
  onPercent: (percent: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const upload = {
    file,
    uploadId: `${importId} ${file.name} ${file.size} ${file.lastModified}`,
    isContinued: true,
  };
  const archives = `/api/imports/${importId}/archives`;
  const calls = {
    begin: { path: archives, body: {} },
    complete: { path: `${archives}/complete`, body: {} },
  };
  await sendInChunks(upload, calls, { signal, pause: pauseFor, report: onPercent });
}
