/**
 * A photo of an album is in its year's folder too, where it has its sidecar: that one comes first. Clips come after photos,
 * since it is the photo that says whether it has the clip in it. What describes the rest of an export is no file of its own:
 * it is read again once everything else is there.
 */
export const turns = { year: 0, other: 1, clip: 2, text: 3 } as const;
