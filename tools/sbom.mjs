// npm run sbom [-- FILE]: writes Keepsake's components in CycloneDX format (sbom.cdx.json, which git ignores).
import { writeFileSync } from "node:fs";
import path from "node:path";
import { ensureInstalled } from "../ops/lib/install.mjs";
import { runsOnModernNode } from "../ops/lib/node-version.mjs";
import { root } from "../ops/lib/root.mjs";
import { billOfMaterials } from "./lib/sbom.mjs";

if (!(await runsOnModernNode(root))) process.exit();
const file = path.resolve(process.argv[2] ?? path.join(root, "sbom.cdx.json"));

try {
  await ensureInstalled(root);
  const bill = await billOfMaterials(root);
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
  console.log(`${bill.components.length} components written to ${path.relative(process.cwd(), file)}`);
} catch (error) {
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}
