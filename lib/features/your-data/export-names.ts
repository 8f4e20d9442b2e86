import { fileNameWords } from "@/lib/shared/file-name-words";
import { monthName } from "@/lib/shared/months";

export interface ExportedPlace {
  familyName: string;
  year: number;
  month: number;
  fileName: string;
}

/**
 * Names the pictures of an export one after the other: `pictures/The Okafors/2024/03 March/beach (2).jpg`. Give them
 * in the order of family, year and month: only the present folder's names are kept.
 */
export function exportNamer(): (place: ExportedPlace) => string {
  let folder = "";
  let taken = new Map<string, number>();
  return ({ familyName, year, month, fileName }) => {
    const digits = String(month).padStart(2, "0");
    const here = `pictures/${fileNameWords(familyName)}/${year}/${digits} ${monthName(month)}`;
    if (here !== folder) {
      folder = here;
      taken = new Map();
    }
    const name = fileNameWords(fileName);
    const dot = name.lastIndexOf(".");
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    // Some systems don't tell Beach.jpg from beach.jpg.
    for (let count = taken.get(name.toLowerCase()) ?? 0; ; count++) {
      const tried = count === 0 ? name : `${stem} (${count + 1})${ending}`;
      if (count > 0 && taken.has(tried.toLowerCase())) continue;
      taken.set(name.toLowerCase(), count + 1);
      if (count > 0) taken.set(tried.toLowerCase(), 1);
      return `${here}/${tried}`;
    }
  };
}
