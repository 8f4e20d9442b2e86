/** Lower case, without diacritics: "Zoë" is found by "zoe". */
function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** People with a name in which a word starts with what was typed; everyone when nothing is typed. */
export function matchingPeople<T extends { displayName: string; name: string }>(
  people: readonly T[],
  typed: string,
): T[] {
  const wanted = plain(typed.trim());
  if (!wanted) return [...people];
  return people.filter((person) =>
    [person.displayName, person.name].some((name) => {
      const found = plain(name);
      return found.startsWith(wanted) || found.includes(` ${wanted}`) || found.includes(`-${wanted}`);
    }),
  );
}
