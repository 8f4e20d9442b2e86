import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "../../ops/lib/free-port.mjs";
import { runQuietly } from "../../ops/lib/run-quietly.mjs";

/** The cost of Next alone: one page, and one route handler that does nothing. */
const files = {
  "package.json": '{ "private": true, "type": "module" }\n',
  "next.config.mjs": "export default { typescript: { ignoreBuildErrors: true } };\n",
  "app/layout.jsx":
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  "app/page.jsx":
    'export const dynamic = "force-dynamic";\nexport default function Page() {\n  return <p>Hello</p>;\n}\n',
  "app/nothing/route.js":
    'export const dynamic = "force-dynamic";\nexport const GET = () => Response.json({ ok: true });\n',
};

const env = { NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" };

/** @returns {Promise<{ folder: string, next: string }>} the built app and Next's command; built once a version */
export async function prepareMinimalNext(bench) {
  const next = path.join(bench.root, "node_modules", "next", "dist", "bin", "next");
  const { version } = JSON.parse(
    readFileSync(path.join(bench.root, "node_modules", "next", "package.json"), "utf8"),
  );
  const hash = createHash("sha256").update(JSON.stringify(files)).digest("hex").slice(0, 8);
  const folder = path.join(bench.folder, `minimal-next-${version}-${hash}`);
  if (existsSync(path.join(folder, ".next", "BUILD_ID"))) return { folder, next };
  bench.log("Building a minimal Next app to compare with ...");
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  symlinkSync(path.join(bench.root, "node_modules"), path.join(folder, "node_modules"));
  // Turbopack follows no link out of the app's folder.
  await runQuietly("Building a minimal Next app", process.execPath, [next, "build", "--webpack"], {
    cwd: folder,
    env,
  });
  return { folder, next };
}

/** Polls every few ms until an answer with status 200 arrives. @returns {Promise<void>} */
export async function untilAnswering(url, giveUpMs = 60_000) {
  const until = performance.now() + giveUpMs;
  while (performance.now() < until) {
    const status = await fetch(url).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) return;
    await wait(5);
  }
  throw new Error(`${url} does not answer.`);
}

/**
 * Runs `next start` on the minimal app for as long as `work` takes.
 * @param {object} bench
 * @param {(minimal: { url: string, startSeconds: number, pid: number }) => Promise<any>} work startSeconds: until the
 *   first 200
 */
export async function withMinimalNext(bench, work) {
  const { folder, next } = await prepareMinimalNext(bench);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, [next, "start", "-p", String(port)], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    await untilAnswering(`${url}/`);
    return await work({ url, startSeconds: (performance.now() - started) / 1000, pid: child.pid });
  } finally {
    child.kill("SIGTERM");
    await ended;
  }
}
