import { beginSheet } from "@/lib/platform/pdf/order-sheet";

export interface LetterSheet {
  heading: string;
  /** What happened. */
  text: string;
  photos: { jpeg: Buffer; caption: string }[];
  /** Below the first photo. */
  question: string;
}

const firstHeight = 340;
const otherHeight = 240;

/** A letter to be printed. @returns a PDF of A4 pages */
export async function drawLetter({ heading, text, photos, question }: LetterSheet): Promise<Buffer> {
  const sheet = await beginSheet();
  sheet.text(heading, { size: 24 });
  sheet.gap(10);
  sheet.text(text, { size: 14 });
  for (const [at, { jpeg, caption }] of photos.entries()) {
    sheet.gap(16);
    // A caption stays with its photo.
    sheet.reserve((at === 0 ? firstHeight : otherHeight) + 40);
    await sheet.picture(jpeg, at === 0 ? firstHeight : otherHeight);
    if (caption) sheet.text(caption, { size: 12, isQuiet: true });
    if (at > 0) continue;
    sheet.gap(8);
    sheet.text(question, { size: 16 });
  }
  sheet.numberPages();
  return Buffer.from(await sheet.pdf.save());
}
