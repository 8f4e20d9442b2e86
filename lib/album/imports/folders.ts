/** What Google calls a year's folder, in the languages we know. */
const yearFolders = [
  "photos from #",
  "fotos von #",
  "fotos aus #",
  "photos de #",
  "photos d'#",
  "foto del #",
  "foto dal #",
  "fotos de #",
  "fotos del #",
  "foto's uit #",
  "zdjęcia z roku #",
  "zdjęcia z #",
  "bilder fra #",
  "billeder fra #",
  "foton från #",
  "bilder från #",
  "valokuvat vuodelta #",
  "fotky z roku #",
  "fotografie z roku #",
  "fényképek # évből",
  "# fotoğrafları",
  "фотографии за # год",
  "фото за # рік",
  "φωτογραφίες από το #",
  "# 年的照片",
  "# 年の写真",
  "#년의 사진",
  "foto dari #",
  "ảnh từ năm #",
];

const special = {
  archive: [
    "archive",
    "archiv",
    "archives",
    "archivo",
    "archivio",
    "archief",
    "arquivo",
    "arkiv",
    "архив",
    "アーカイブ",
  ],
  trash: [
    "trash",
    "bin",
    "papierkorb",
    "corbeille",
    "papelera",
    "cestino",
    "prullenbak",
    "lixeira",
    "papirkurv",
    "корзина",
    "ゴミ箱",
    // Apple's.
    "recently deleted",
    "zuletzt gelöscht",
    "supprimés récemment",
    "eliminados",
    "eliminati di recente",
    "recent verwijderd",
    "senast raderade",
    "senest slettet",
    "nylig slettet",
    "最近削除した項目",
  ],
  locked: [
    "locked folder",
    "gesperrter ordner",
    "dossier verrouillé",
    "carpeta privada",
    "cartella bloccata",
    "vergrendelde map",
    "pasta trancada",
  ],
} as const;
export type SpecialFolder = keyof typeof special;

const plain = (name: string) => name.normalize("NFC").toLowerCase().trim();

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
export const nameIn = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
/** The last part of a folder's path. */
export const folderName = (folder: string): string => nameIn(folder.replace(/\/$/, ""));

/** The year whose photos Takeout puts into this folder; null for any other, such as an album's. */
export function yearOfFolder(folder: string): number | null {
  const name = plain(folderName(folder));
  const year = /(?<!\d)(?:18|19|20)\d\d(?!\d)/.exec(name)?.[0];
  return year !== undefined && yearFolders.includes(name.replace(year, "#")) ? Number(year) : null;
}

/** Which of Takeout's folders for items outside the library this is; null for any other folder. */
export function specialFolderOf(folder: string): SpecialFolder | null {
  const name = plain(folderName(folder));
  const found = Object.entries(special).find(([, names]) => (names as readonly string[]).includes(name));
  return (found?.[0] as SpecialFolder | undefined) ?? null;
}

/** Whether the folder only has Google's name for an album without a title. */
const isUntitled = (name: string) =>
  /^(?:untitled|ohne titel|sans titre|sin título|senza titolo|naamloos|sem título)(?:\(\d+\))?$/.test(
    plain(name),
  );

/**
 * The title of a folder's album; null if it isn't one: the photos of a year, the archive, the bin, the locked folder,
 * and an album that nobody has named.
 * @param titled the title in the folder's own JSON, if it has one
 */
export function albumTitleOf(folder: string, titled: string | undefined): string | null {
  if (yearOfFolder(folder) !== null || specialFolderOf(folder)) return null;
  const title = (titled ?? folderName(folder)).trim();
  if (title === "" || isUntitled(title)) return null;
  return title;
}
