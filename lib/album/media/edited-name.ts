/** The suffixes Google Photos adds to edited copies, in the known languages. */
export const editedWords = [
  "edited",
  "bearbeitet",
  "modifié",
  "modifie",
  "modifiée",
  "editado",
  "editada",
  "editat",
  "modificato",
  "modificata",
  "bewerkt",
  "redigeret",
  "redigerad",
  "redigert",
  "muokattu",
  "edytowane",
  "edytowany",
  "upraveno",
  "upravené",
  "szerkesztett",
  "editată",
  "düzenlendi",
  "urejeno",
  "uređeno",
  "izmijenjeno",
  "redigeeritud",
  "redaguota",
  "rediģēts",
  "изменено",
  "измененный",
  "отредактировано",
  "редактирано",
  "відредаговано",
  "επεξεργασία",
  "đã chỉnh sửa",
  "diedit",
  "telah diedit",
  "แก้ไขแล้ว",
  "נערך",
  "編集済み",
  "已修改",
  "已編輯",
  "已编辑",
  "수정됨",
] as const;

const editedPattern = new RegExp(
  `(?:-| ?\\()(?:${[...editedWords].sort((a, b) => b.length - a.length).join("|")})\\)?(?=(?:\\(\\d+\\))?\\.[^.]+$)`,
  "iu",
);

/** The name of the picture that this one is an edited copy of; null when it isn't one. */
export function originalOfEdited(name: string): string | null {
  // macOS decomposes accented letters.
  const composed = name.normalize("NFC");
  return editedPattern.test(composed) ? composed.replace(editedPattern, "") : null;
}
