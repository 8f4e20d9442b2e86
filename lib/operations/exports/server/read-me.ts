import { type ExportHead, exportFileName } from "@/lib/album/exports/format";

/** What is in an export, for someone who opens it in twenty years. */
function text({ export: made, family }: ExportHead): string {
  const what =
    made.scope === "family"
      ? "The whole album of"
      : "Photos and videos that one person added to the album of";
  const since = made.since
    ? `\nOnly what is new since the export of ${made.since.madeAt} has files in here. Put them into the same folder as that one.\n`
    : "";
  return `${what} ${family.name}, exported on ${made.madeAt}.
${since}
Folders are years and months. "Unknown" has what is known to be of that year and no more.

IMG_1.jpg           an original, exactly as it was uploaded
IMG_1-edited.jpg    the same photo as the album shows it
IMG_1.mov           the moving part of the photo IMG_1
IMG_1-voice.m4a     a voice note that someone left on IMG_1
IMG_1.jpg.xmp       what is known of IMG_1.jpg: description, people, date and place, for photo programs.
                    Its rating is the number of hearts, up to five
${exportFileName}       everything, with comments and albums: another Keepsake can import it
`;
}

export const readMe = { path: "README.txt", text } as const;
