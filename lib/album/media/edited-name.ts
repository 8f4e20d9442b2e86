/** What Google Photos appends to edited copies, in its most common languages. */
const editedPattern =
  /[-(](?:edited|bearbeitet|modifié|modifie|editado|modificato|bewerkt|redigeret|redigerad|editat|edytowane|編集済み|已修改)\)?(?=(?:\(\d+\))?\.[^.]+$)/i;

/** The name of the picture that this one is an edited copy of; null when it isn't one. */
export function originalOfEdited(name: string): string | null {
  return editedPattern.test(name) ? name.replace(editedPattern, "") : null;
}
