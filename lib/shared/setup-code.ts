/**
 * A setup code as it is compared: without dashes, spaces and case, and with what is easily mistaken for another
 * character read as that one.
 */
export const plainSetupCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, "")
    .replace(/O/g, "0")
    .replace(/[IL]/g, "1");
