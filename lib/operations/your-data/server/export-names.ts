import { monthFolder } from "@/lib/shared/months";
import { nameNumberer, numberedPair } from "@/lib/shared/numbered-names";
import { safeFileName } from "@/lib/shared/safe-file-name";

export interface ExportedPlace {
  family: { id: string; name: string };
  year: number;
  month: number;
  fileName: string;
  /** The clip of a Live Photo, named alike. */
  clipName: string | null;
}

/**
 * Names the pictures of an export one by one: `pictures/The Okafors/2024/03 March/beach (2).jpg`. Pass them in the
 * order of family, year and month: only the names in the current folder are remembered.
 */
export function exportNamer(): (place: ExportedPlace) => { place: string; clipPlace: string | null } {
  const numberedFamily = nameNumberer();
  // Families can have one name.
  const familyFolders = new Map<string, string>();
  let folder = "";
  let numbered = nameNumberer();
  return ({ family, year, month, fileName, clipName }) => {
    const familyFolder = familyFolders.get(family.id) ?? numberedFamily(safeFileName(family.name));
    familyFolders.set(family.id, familyFolder);
    const here = `pictures/${familyFolder}/${year}/${monthFolder(month)}`;
    if (here !== folder) {
      folder = here;
      numbered = nameNumberer();
    }
    if (clipName === null) return { place: `${here}/${numbered(safeFileName(fileName))}`, clipPlace: null };
    const names = numberedPair(numbered, safeFileName(fileName), safeFileName(clipName));
    return { place: `${here}/${names.photo}`, clipPlace: `${here}/${names.clip}` };
  };
}
