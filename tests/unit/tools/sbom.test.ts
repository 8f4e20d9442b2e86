import path from "node:path";
import { billOfMaterials } from "@/tools/lib/sbom.mjs";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
jest.setTimeout(60_000);

test("the bill names every shipped package and what isn't npm's, and nothing about this machine", async () => {
  const bill = await billOfMaterials(root);
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "keepsake" } } });
  const components = bill.components as {
    name: string;
    version?: string;
    purl?: string;
    hashes?: unknown[];
  }[];
  const names = components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      "next",
      "sharp",
      "ffmpeg",
      "postgresql",
      "node",
      "geonames-cities-1000",
      "font-figtree",
      "@vladmandic/human/centernet.bin",
      "@vladmandic/face-api/face_recognition_model.bin",
    ]),
  );
  expect(names).not.toContain("jest");
  const models = components.filter(({ name }) => name.endsWith(".bin"));
  expect(models.every(({ hashes, version }) => hashes?.length === 1 && version)).toBe(true);
  expect(JSON.stringify(bill)).not.toContain(root);
  const references = (bill.components as { "bom-ref": string }[]).map((one) => one["bom-ref"]);
  expect(new Set(references).size).toBe(references.length);
});
