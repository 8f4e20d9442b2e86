/**
 * Numbers the names in one folder as they come: `beach.jpg`, then `beach (2).jpg`. Some systems don't distinguish
 * Beach.jpg from beach.jpg, so neither does this.
 */
export function nameNumberer(): (name: string) => string {
  const taken = new Map<string, number>();
  return (name) => {
    const dot = name.lastIndexOf(".");
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
    for (let count = taken.get(name.toLowerCase()) ?? 0; ; count++) {
      const tried = count === 0 ? name : `${stem} (${count + 1})${ending}`;
      if (count > 0 && taken.has(tried.toLowerCase())) continue;
      taken.set(name.toLowerCase(), count + 1);
      if (count > 0) taken.set(tried.toLowerCase(), 1);
      return tried;
    }
  };
}
