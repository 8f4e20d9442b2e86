export const derivativeKinds = ["thumbnail", "medium", "sphere", "playable", "playable-small"] as const;
export type DerivativeKind = (typeof derivativeKinds)[number];

/** Where an original is stored; written once. */
export function originalKey(familyId: string, mediaId: string, extension: string): string {
  return `families/${familyId}/originals/${mediaId}.${extension}`;
}

export function derivativeKey(familyId: string, mediaId: string, kind: DerivativeKind): string {
  return `families/${familyId}/derived/${mediaId}/${kind}`;
}

/** The keys of everything that may have been made from an item. */
export function derivativeKeys(familyId: string, mediaId: string): string[] {
  return derivativeKinds.map((kind) => derivativeKey(familyId, mediaId, kind));
}
