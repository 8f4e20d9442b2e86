import { type APIRequestContext, expect } from "@playwright/test";
import { photos } from "./files";

/**
 * Waits until an item can be viewed. How long that takes depends on the machine, so only the test's own timeout ends
 * it.
 */
export async function untilReady(request: APIRequestContext, id: string): Promise<void> {
  const state = async () =>
    ((await (await request.get(`/api/media/${id}`)).json()) as { derivatives: string }).derivatives;
  await expect.poll(state, { timeout: 0 }).toBe("ready");
}

/** Uploads pictures through the API, and waits until they can be viewed. */
export async function uploadPhotos(
  request: APIRequestContext,
  {
    count,
    year,
    month,
    description = "A photo of the day",
  }: { count: number; year: number; month: number; description?: string },
): Promise<string[]> {
  const ids: string[] = [];
  for (const { name, mimeType, buffer } of await photos(count)) {
    const answer = await request.post("/api/media", {
      multipart: {
        fileName: name,
        fileType: mimeType,
        year: String(year),
        month: String(month),
        description,
        fileData: { name, mimeType, buffer },
      },
    });
    if (!answer.ok()) throw new Error(`The upload answered ${answer.status()}: ${await answer.text()}`);
    ids.push(((await answer.json()) as { id: string }).id);
  }
  for (const id of ids) await untilReady(request, id);
  return ids;
}
