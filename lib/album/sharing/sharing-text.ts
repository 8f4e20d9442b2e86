/** Specification 9.1: a second share within this time is ignored. */
export const shareGuardMs = 2_000;

/** The query parameter that identifies the album in a shared URL, so that a preview can greet in its name. */
export const albumParameter = "album";

/** The default text of specification 1. No child's name: what is shared leaves the family. */
export const shareText = (familyName: string) =>
  `Log in to see our little one's latest adventures in our family album “${familyName}”.`;
