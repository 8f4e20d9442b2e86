import type { PageItem, PrintedBox, PrintedDocument, PrintedPage } from "@/lib/shared/printed-page";

export interface LetterSheet {
  heading: string;
  /** What happened. */
  text: string;
  photos: readonly { width: number; height: number; caption: string }[];
  /** Below the first photo. */
  question: string;
}

// Millimetres.
const [pageWidth, pageHeight] = [210, 297];
const margin = 20;
const inner = pageWidth - 2 * margin;
const bottom = pageHeight - margin;
const gap = 5;
const captionHeight = 7;
const questionHeight = 18;
const firstTop = 62;
const firstHeight = 128;
const rowHeight = 78;

/** A row of photos of the same height, no wider than the page's text. */
function rowBoxes(photos: LetterSheet["photos"], top: number, mostHeight: number): PrintedBox[] {
  const ratios = photos.map(({ width, height }) => width / height);
  const ratioSum = ratios.reduce((sum, ratio) => sum + ratio, 0);
  const gaps = gap * (photos.length - 1);
  const height = Math.min(mostHeight, (inner - gaps) / ratioSum);
  let left = margin + (inner - gaps - height * ratioSum) / 2;
  return ratios.map((ratio) => {
    const box = { left, top, width: height * ratio, height };
    left += box.width + gap;
    return box;
  });
}

function photoItems(boxes: readonly PrintedBox[], photos: LetterSheet["photos"], first: number): PageItem[] {
  return boxes.flatMap((box, at): PageItem[] => {
    const top = box.top + box.height + 1.5;
    const text = photos[at]?.caption ?? "";
    const caption = { ...box, top, height: captionHeight - 1.5 };
    return [
      { kind: "photo", photo: first + at, box },
      ...(text
        ? [{ kind: "text", text, size: 10, ink: "quiet", align: "center", box: caption } as const]
        : []),
    ];
  });
}

/**
 * Lays a letter out on A4: the best photo large with its question, the others in pairs, on as many pages as they need.
 */
export function printLetterPages({ heading, text, photos, question }: LetterSheet): PrintedDocument {
  const pages: PrintedPage[] = [];
  let items: PageItem[] = [];
  let top = margin;
  function begin() {
    items = [];
    pages.push({ width: pageWidth, height: pageHeight, items });
    top = margin;
  }
  begin();
  const across = { left: margin, width: inner };
  items.push(
    { kind: "text", text: heading, size: 28, box: { ...across, top: 17, height: 13 } },
    { kind: "text", text, size: 12, ink: "quiet", box: { ...across, top: 34, height: firstTop - 38 } },
  );
  for (let at = 0; at < photos.length; ) {
    const isFirst = at === 0;
    const row = photos.slice(at, at + (isFirst ? 1 : 2));
    if (isFirst) top = firstTop;
    let boxes = rowBoxes(row, top, isFirst ? firstHeight : rowHeight);
    const height = (boxes[0]?.height ?? 0) + captionHeight;
    if (top + height > bottom) {
      begin();
      boxes = rowBoxes(row, top, rowHeight);
    }
    items.push(...photoItems(boxes, row, at));
    top += height + gap;
    at += row.length;
    if (!isFirst) continue;
    items.push({
      ...{ kind: "text", text: question, size: 18, ink: "accent", align: "center", from: "middle" },
      box: { ...across, top, height: questionHeight },
    });
    top += questionHeight + gap;
  }
  for (const [at, page] of pages.entries()) {
    if (pages.length === 1) break;
    const box = { ...across, top: pageHeight - 13, height: 5 };
    page.items.push({
      kind: "text",
      text: `${at + 1} / ${pages.length}`,
      size: 8,
      ink: "quiet",
      align: "right",
      box,
    });
  }
  return { title: heading, bleedMm: 0, pages, photoCount: photos.length };
}
