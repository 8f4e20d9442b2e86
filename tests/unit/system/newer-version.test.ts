import { isNewerVersion } from "@/lib/operations/system/newer-version";

test("releases are compared as numbers, not as text", () => {
  const pairs: [string, string, boolean][] = [
    ["v0.1.1", "0.1.0", true],
    ["0.10.0", "0.9.3", true],
    ["v1.0.0", "0.99.99", true],
    ["v0.1.0", "0.1.0", false],
    ["v0.0.9", "0.1.0", false],
    ["v0.9.0", "0.10.0", false],
  ];
  for (const [release, version, isNewer] of pairs) {
    expect([release, version, isNewerVersion(release, version)]).toEqual([release, version, isNewer]);
  }
});

test("a preview, or an invalid version, is never newer", () => {
  for (const release of ["v9.0.0-rc1", "latest", "", "9.0", "v9.0.0 ", "9.0.0.0", `${"9".repeat(400)}.0.0`]) {
    expect([release, isNewerVersion(release, "0.1.0")]).toEqual([release, false]);
  }
});
