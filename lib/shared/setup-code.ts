/**
 * A setup code in the form for comparing: without dashes, spaces and case, and with characters that are easily mistaken
 * for another read as that one.
 */
export const plainSetupCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
