import { execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Ended } from "@/tests/support/backup-programs";

const project = path.resolve(import.meta.dirname, "..", "..");
const sources = [
  "app",
  "lib",
  "ops",
  "prisma",
  "server",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
/** Build output that is the same there; git ignores it, as it does the packages. */
const built = [".build/children.stamp", ".build/client.stamp", ".build/decoder", ".build/recognizer"];

/** Its server answers nothing but health, so that no pages have to be built. */
const server = `import { createServer } from "node:http";
import { isDatabaseReachable } from "@/lib/operations/system/server/service";

const port = Number(process.env.PORT);
createServer(async (_, answer) => {
  answer.statusCode = (await isDatabaseReachable()) ? 200 : 503;
  answer.end();
}).listen(port, "127.0.0.1", () => process.send?.({ port }));
process.on("disconnect", () => process.exit());
`;

/** A git repository with this project's own commands and migrations, and a clone in which to run them. */
export interface StandInClone {
  root: string;
  /** Publishes a version: these files replace the previous ones, `null` removes one. @returns its commit */
  publish: (files: Record<string, string | null>, tag?: string) => string;
  head: () => string;
  run: (command: string, args?: string[], env?: Record<string, string>) => Promise<Ended>;
}

export function makeStandInClone(folder: string, env: Record<string, string>): StandInClone {
  const [author, origin, root] = ["author", "origin.git", "album"].map((name) => path.join(folder, name));
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=Tests", "-c", "user.email=tests@example.org", ...args], {
      cwd,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  const write = (name: string, text: string) => {
    const file = path.join(author ?? "", name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  if (!author || !origin || !root) throw new Error("No folder");

  mkdirSync(author, { recursive: true });
  for (const name of sources) cpSync(path.join(project, name), path.join(author, name), { recursive: true });
  write(".gitignore", "node_modules\n.build/\nlib/generated/\napp/_generated/\n.runtime/\n");
  write("server/cluster.ts", server);
  const build = readFileSync(path.join(author, "ops/lib/build.mjs"), "utf8");
  write(
    "ops/lib/build.mjs",
    build.replace("export async function buildPages(root, signal) {", "$&\n  return;"),
  );
  git(author, "init", "--quiet", "--initial-branch=main");
  git(author, "add", ".");
  git(author, "commit", "--quiet", "--message=First");
  git(author, "tag", "v0.1.0");
  git(folder, "clone", "--quiet", "--bare", author, origin);
  git(author, "remote", "add", "origin", origin);
  git(folder, "clone", "--quiet", origin, root);
  symlinkSync(path.join(project, "node_modules"), path.join(root, "node_modules"));
  for (const name of [...built, "lib/generated"]) {
    if (existsSync(path.join(project, name)))
      cpSync(path.join(project, name), path.join(root, name), { recursive: true });
  }

  return {
    root,
    publish(files, tag) {
      for (const [name, text] of Object.entries(files)) {
        if (text === null) git(author, "rm", "--quiet", "--ignore-unmatch", name);
        else write(name, text);
      }
      git(author, "add", ".");
      git(author, "commit", "--quiet", "--message=Next");
      if (tag) git(author, "tag", tag);
      git(author, "push", "--quiet", "--tags", "origin", "main");
      return git(author, "rev-parse", "HEAD");
    },
    head: () => git(root, "rev-parse", "HEAD"),
    async run(command, args = [], extra = {}) {
      const child = spawn(process.execPath, [`ops/${command}.mjs`, ...args], {
        cwd: root,
        env: { ...process.env, NODE_OPTIONS: "", INIT_CWD: root, ...env, ...extra },
        stdio: ["ignore", "pipe", "pipe"],
      });
      let words = "";
      for (const output of [child.stdout, child.stderr]) {
        output.on("data", (data) => {
          words += String(data);
        });
      }
      const code = await new Promise<number>((resolve) =>
        child.once("close", (ended) => resolve(ended ?? 1)),
      );
      return { code, words };
    },
  };
}
