import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const source = path.join("lib", "service-worker", "worker.ts");
const precached = [
  "/~offline",
  ...["icon-192.png", "badge-96.png", "icon.svg", "months.svg"].map((name) => `/icons/${name}`),
];

/**
 * Bundles the service worker into `.build/sw.js`. Installing it fetches next to nothing: the offline page and two
 * icons; the build's files are cached as they are used. Their names identify the build, so that each build has its own
 * worker, and builds of the same source on several machines share one.
 * @param {string} root of the project, its pages built
 * @returns {Promise<string>} the file
 */
export async function bundleServiceWorker(root) {
  const [{ createSerwistRoute }, { stop }] = await Promise.all([
    import("@serwist/turbopack"),
    import("esbuild"),
  ]);
  const { GET } = createSerwistRoute({
    cwd: root,
    swSrc: source,
    useNativeEsbuild: true,
    globPatterns: [".next/static/chunks/**/*.{js,css}"],
    maximumFileSizeToCacheInBytes: 100_000_000,
    manifestTransforms: [
      (entries) => {
        const names = entries.map(({ url }) => url).sort();
        const revision = createHash("sha256").update(names.join("\n")).digest("hex").slice(0, 20);
        return { manifest: precached.map((url) => ({ url, revision, size: 0 })), warnings: [] };
      },
    ],
    esbuildOptions: { sourcemap: false, legalComments: "none" },
  });
  const response = await GET(new Request("http://localhost/sw.js"), {
    params: Promise.resolve({ path: "sw.js" }),
  });
  const script = await response.text();
  // Otherwise the bundler's helper process would run as long as this one.
  await stop();
  const file = path.join(root, ".build", "sw.js");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, script);
  return file;
}
