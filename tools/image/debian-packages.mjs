import { spawnSync } from "node:child_process";

/**
 * Debian's packages of the system that this runs on, for a bill of materials.
 * @returns {Record<string, unknown>[]} CycloneDX components; none elsewhere
 */
export function debianPackages() {
  const format = `${["Package", "Version", "Architecture"].map((name) => `\${${name}}`).join(" ")}\\n`;
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", format], { encoding: "utf8" });
  const lines = (stdout ?? "").split("\n").filter(Boolean);
  return lines.map((line) => {
    const [name, version, architecture] = line.split(" ");
    const purl = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`;
    return { "bom-ref": purl, type: "library", name, version, purl };
  });
}
