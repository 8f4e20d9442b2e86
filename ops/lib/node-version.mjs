import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const minimumMajor = 22;
const bringMajor = 24;

/**
 * If the running Node is too old, installs a newer one from npm into `.runtime` and runs the same command again under
 * it.
 * @param {string} root of the project
 * @returns {Promise<boolean>} true when this process is new enough and continues; otherwise it ends with the other
 * one's exit code
 */
export async function runsOnModernNode(root) {
  endWithParent();
  if (Number(process.versions.node.split(".")[0]) >= minimumMajor) {
    process.env.PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`;
    return true;
  }
  const binary = path.join(root, ".runtime", "node_modules", "node", "bin", "node");
  if (!existsSync(binary)) bringNode(root);
  process.exitCode = await runAgain(binary);
  return false;
}

function bringNode(root) {
  console.log(`Node ${process.versions.node} is too old: installing Node ${bringMajor} in .runtime ...`);
  const target = path.join(root, ".runtime");
  const args = ["install", "--prefix", target, "--no-save", "--no-audit", "--no-fund", "--loglevel=error"];
  const npm = spawnSync("npm", [...args, `node@${bringMajor}`], { cwd: root, encoding: "utf8" });
  if (npm.status !== 0) {
    throw new Error(
      `Node ${minimumMajor} or newer is needed, and npm could not install it. ` +
        `Install it from https://nodejs.org and run this again.\n${npm.stderr ?? npm.error ?? ""}`,
    );
  }
}

/** @returns {Promise<number>} exit code */
function runAgain(binary) {
  // The channel tells the other process when this one is killed without a chance to forward a signal.
  const child = spawn(binary, process.argv.slice(1), { stdio: ["inherit", "inherit", "inherit", "ipc"] });
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Ends as on SIGTERM when the process that started this one is gone. */
export function endWithParent() {
  if (!process.channel) return;
  process.channel.unref();
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
}
