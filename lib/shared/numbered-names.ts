/** `beach.jpg` as `beach` and `.jpg`. */
function splitName(name: string): [stem: string, ending: string] {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
}

/**
 * Numbers the names in one folder as they come: `beach.jpg`, then `beach (2).jpg`. Some systems don't distinguish
 * Beach.jpg from beach.jpg, so neither does this.
 * @returns the name for a file; with `otherEnding`, one whose stem is free with that ending too, which is then reserved
 */
export function nameNumberer(): (name: string, otherEnding?: string) => string {
  const taken = new Map<string, number>();
  return (name, otherEnding) => {
    const [stem, ending] = splitName(name);
    for (let count = taken.get(name.toLowerCase()) ?? 0; ; count++) {
      const tried = count === 0 ? stem : `${stem} (${count + 1})`;
      const own = `${tried}${ending}`.toLowerCase();
      const other = otherEnding === undefined ? null : `${tried}${otherEnding}`.toLowerCase();
      if ((count > 0 && taken.has(own)) || (other !== null && taken.has(other))) continue;
      taken.set(name.toLowerCase(), count + 1);
      if (count > 0) taken.set(own, 1);
      if (other !== null) taken.set(other, 1);
      return `${tried}${ending}`;
    }
  };
}

/**
 * Names both parts of a Live Photo: `IMG_1.HEIC` and `IMG_1.MOV`, or both with the same number, since that is how other
 * programs know that they belong together.
 * @param clipName gives the ending
 */
export function numberedPair(
  numbered: ReturnType<typeof nameNumberer>,
  photoName: string,
  clipName: string,
): { photo: string; clip: string } {
  const [, ending] = splitName(clipName);
  // A photo with a clip's extension.
  if (splitName(photoName)[1].toLowerCase() === ending.toLowerCase()) {
    return { photo: numbered(photoName), clip: numbered(clipName) };
  }
  const photo = numbered(photoName, ending);
  return { photo, clip: splitName(photo)[0] + ending };
}
