import { buffer } from "node:stream/consumers";
import type { MemberActor } from "@/lib/core/auth/server/actor";
import { AppError } from "@/lib/http/errors";
import { privateHeaders } from "@/lib/http/private-headers";
import { consumeRateLimit } from "@/lib/http/rate-limit";
import { type LetterSheet, printLetterPages } from "@/lib/notify/digest/printed-letter";
import { readLetter } from "@/lib/notify/digest/server/letter-content-service";
import { sniffFileType } from "@/lib/platform/files/sniff";
import { jpegSize, printedPdf } from "@/lib/platform/pdf/printed-pages";
import { getStorage } from "@/lib/platform/storage/storage";

const printsPerPerson = { name: "letter-prints", points: 20, seconds: 600 };

/** This week's letter as a PDF of A4 pages, without what this person doesn't want to see. @throws AppError 404, 429 */
export async function printLetter(actor: MemberActor, now = new Date()): Promise<Response> {
  await consumeRateLimit(printsPerPerson, actor.userId);
  const letter = await readLetter(actor, null, now);
  if (!letter) {
    throw new AppError(
      "quiet_week",
      404,
      "No photo was added this week, so there is no letter to print yet.",
    );
  }
  const photos: (LetterSheet["photos"][number] & { jpeg: Buffer })[] = [];
  for (const { key, caption } of letter.photos) {
    const jpeg = await buffer(await getStorage().read(key));
    // A photo damaged in storage would otherwise break the whole letter.
    const size = sniffFileType(jpeg)?.extension === "jpg" ? await jpegSize(jpeg).catch(() => null) : null;
    if (size) photos.push({ ...size, jpeg, caption });
  }
  const { familyName, week: text, question } = letter;
  const pages = printLetterPages({ heading: `This week at ${familyName}`, text, photos, question });
  const pdf = await buffer(printedPdf(pages, async (photo) => photos[photo]?.jpeg ?? null));
  const headers = { ...privateHeaders, "Content-Type": "application/pdf", "Content-Disposition": "inline" };
  return new Response(new Uint8Array(pdf), { headers });
}
