/**
 * An album's photo is also in its year's folder, together with its sidecar: that copy comes first. Clips come after
 * photos, since the photo shows whether it has the clip inside. The text that describes the rest of an export isn't a
 * file of its own: it is read again once everything else is there. A file that changed in a folder comes with the clips if
 * its former bytes may be in another one.
 */
export const turns = { year: 0, other: 1, clip: 2, text: 3 } as const;
