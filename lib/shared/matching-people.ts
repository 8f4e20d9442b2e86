/** Lower case, without diacritics, with one kind of sigma and of apostrophe: "Zoë" is found by "zoe". */
function plain(text: string): string {
  const letters = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return letters.replaceAll("ς", "σ").replaceAll("’", "'");
}

interface Named {
  displayName: string;
  name: string;
}

/** People with a name in which a word starts with what was typed; everyone when nothing is typed. */
export function matchingPeople<T extends Named>(people: readonly T[], typed: string): T[] {
  const wanted = plain(typed.trim());
  if (!wanted) return [...people];
  return people.filter((person) =>
    [person.displayName, person.name].some((name) => {
      const found = plain(name);
      return found.startsWith(wanted) || found.includes(` ${wanted}`) || found.includes(`-${wanted}`);
    }),
  );
}

/** The person who is called exactly what was typed, in the album or by their full name; nobody if that fits several. */
export function personCalled<T extends Named>(people: readonly T[], typed: string): T | undefined {
  const wanted = plain(typed.trim());
  const inAlbum = people.filter(({ displayName }) => plain(displayName) === wanted);
  const called = inAlbum.length > 0 ? inAlbum : people.filter(({ name }) => plain(name) === wanted);
  return called.length === 1 ? called[0] : undefined;
}
