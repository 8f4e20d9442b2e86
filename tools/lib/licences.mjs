import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Licences that require no more than attribution (or nothing at all). Anything stricter is listed in
 * dependency-exceptions.json with the reason why it is allowed.
 */
const allowed = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  // For fonts: they can be shipped with anything, but not sold on their own.
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/**
 * Whether an SPDX expression can be met with allowed licences: one of those joined by OR, all of those joined by AND.
 * @param {string} expression
 * @returns {boolean}
 */
export function isAllowed(expression) {
  const bare = expression.trim().replace(/^\((.*)\)$/, "$1");
  if (/\sOR\s/i.test(bare)) return bare.split(/\s+OR\s+/i).some(isAllowed);
  if (/\sAND\s/i.test(bare)) return bare.split(/\s+AND\s+/i).every(isAllowed);
  return allowed.has(bare);
}

/**
 * @typedef {{ name: string, version: string, licence: string | null }} InstalledPackage
 * @typedef {{ package: string, licence: string | string[] | null, reason: string, since: string }} LicenceException
 */

/** What a package.json says, in the forms of the last ten years. */
function licenceOf({ license, licenses }) {
  const said = license ?? licenses;
  if (typeof said === "string") return said;
  const list = Array.isArray(said) ? said : said ? [said] : [];
  return list.map(({ type }) => type).join(" OR ") || null;
}

/**
 * The packages that are shipped or run, as installed; those for other systems are not.
 * @param {string} root of the project
 * @returns {InstalledPackage[]}
 */
export function installedPackages(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  return Object.entries(packages).flatMap(([folder, { dev }]) => {
    const file = path.join(root, folder, "package.json");
    if (!folder || dev || !existsSync(file)) return [];
    const facts = JSON.parse(readFileSync(file, "utf8"));
    return [{ name: facts.name, version: facts.version, licence: licenceOf(facts) }];
  });
}

/** @param {string} pattern with at most one `*`, for any part of a name */
function fits(pattern, name) {
  const [start = "", end] = pattern.split("*");
  return end === undefined ? name === pattern : name.startsWith(start) && name.endsWith(end);
}

/**
 * @param {InstalledPackage[]} packages
 * @param {LicenceException[]} exceptions
 * @returns {{ faults: string[], unused: string[] }} `unused`: exceptions that nothing needs any more
 */
export function checkLicences(packages, exceptions) {
  const used = new Set();
  const faults = packages.flatMap(({ name, version, licence }) => {
    if (licence !== null && isAllowed(licence)) return [];
    const exception = exceptions.find(
      (one) => fits(one.package, name) && [one.licence].flat().includes(licence),
    );
    if (!exception) return [`${name}@${version}: ${licence ?? "no licence"}`];
    used.add(exception);
    return [];
  });
  return { faults, unused: exceptions.filter((one) => !used.has(one)).map((one) => one.package) };
}
