import { createHash } from "node:crypto";
import type { ExportedItem, ExportedPerson, ExportHead } from "@/lib/album/exports/format";
import { exportFileName, exportFormat, exportVersion } from "@/lib/album/exports/format";
import { exportText } from "@/lib/album/exports/lines";
import type { Files } from "@/tests/support/takeouts";

export const exportHead = (
  values: { madeAt?: string; family?: Partial<ExportHead["family"]> } = {},
): ExportHead => ({
  format: exportFormat,
  version: exportVersion,
  export: {
    id: "export-1",
    scope: "family",
    madeAt: values.madeAt ?? "2026-11-01T10:00:00.000Z",
    since: null,
  },
  family: {
    name: "The Okafors",
    icon: "heart",
    firstYear: 1985,
    showsPlaces: true,
    hiddenPlaces: [],
    featuredHashtags: [],
    welcomeItem: null,
    ...values.family,
  },
});

export const exportedPerson = (id: string, values: Partial<ExportedPerson> = {}): ExportedPerson => ({
  id,
  name: id,
  nickname: null,
  birthDate: null,
  isListed: true,
  neverRecognize: false,
  account: null,
  ...values,
});

/** An item of July 2024 by default. */
export function exportedItem(id: string, content: Buffer, values: Partial<ExportedItem> = {}): ExportedItem {
  const { path = `2024/07 July/${id}.jpg` } = values;
  return {
    id,
    path,
    fileName: `${id}.jpg`,
    mimeType: "image/jpeg",
    bytes: content.length,
    sha256: createHash("sha256").update(content).digest("hex"),
    type: "image",
    width: null,
    height: null,
    durationMs: null,
    year: 2024,
    month: 7,
    precision: "exact",
    takenAt: "2024-07-03T14:05:09.000",
    uploadedAt: "2024-07-04T08:00:00.000Z",
    uploadedBy: null,
    description: "",
    hashtags: [],
    isMonthCover: false,
    people: [],
    faces: [],
    hearts: [],
    comments: [],
    edits: null,
    editedPath: null,
    facts: null,
    coveredBy: null,
    isStackDecided: false,
    clip: null,
    ...values,
  };
}

async function* each<Value>(values: readonly Value[]) {
  yield* values;
}

/** The files of an export by path: `keepsake.json`, and those given. */
export async function exportOf(
  head: ExportHead,
  lists: { [name: string]: readonly unknown[] },
  files: Files,
): Promise<Files> {
  const named = Object.fromEntries(Object.entries(lists).map(([name, values]) => [name, each(values)]));
  let text = "";
  for await (const piece of exportText(head, named)) text += piece;
  return { [exportFileName]: Buffer.from(text), ...files };
}
