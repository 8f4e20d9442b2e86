import { monthFolder } from "@/lib/shared/months";
import { nameNumberer } from "@/lib/shared/numbered-names";
import { safeFileName } from "@/lib/shared/safe-file-name";

export interface ExportedPlace {
  familyName: string;
  year: number;
  month: number;
  fileName: string;
}

/**
 * Names the pictures of an export one by one: `pictures/The Okafors/2024/03 March/beach (2).jpg`. Pass them in the
 * order of family, year and month: only the names in the current folder are remembered.
 */
export function exportNamer(): (place: ExportedPlace) => string {
  let folder = "";
  let numbered = nameNumberer();
  return ({ familyName, year, month, fileName }) => {
    const here = `pictures/${safeFileName(familyName)}/${year}/${monthFolder(month)}`;
    if (here !== folder) {
      folder = here;
      numbered = nameNumberer();
    }
    return `${here}/${numbered(safeFileName(fileName))}`;
  };
}
