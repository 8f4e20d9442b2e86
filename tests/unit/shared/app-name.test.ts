import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the product's own name belongs: as the default of the setting, and with its version. */
const product = new Set([
  "components/ui/preferences.tsx",
  "components/operations/super-admin/health-screen.tsx",
]);

const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith("_generated"))
    .map((file) => join(folder, file)),
);

test("no page calls the installation by the product's name: it may have another (APP_NAME)", () => {
  expect(sources.length).toBeGreaterThan(300);
  const said = sources.flatMap((file) =>
    readFileSync(file, "utf8")
      .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
      .split("\n")
      .filter((line) => line.includes("Keepsake") && !product.has(file))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(said).toEqual([]);
});
