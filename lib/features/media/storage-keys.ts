export type DerivativeKind = "thumbnail" | "medium" | "playable";

/** Where an original is kept; written once. */
export function originalKey(familyId: string, mediaId: string, extension: string): string {
  return `families/${familyId}/originals/${mediaId}.${extension}`;
}

export function derivativeKey(familyId: string, mediaId: string, kind: DerivativeKind): string {
  return `families/${familyId}/derived/${mediaId}/${kind}`;
}
