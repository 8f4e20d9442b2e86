import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, lstatSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { closeDataFolder } from "./data-folder.mjs";

/**
 * @typedef {object} PostgresUser
 * @property {number} uid
 * @property {number} gid
 * @property {{ uid?: number, gid?: number }} spawnIds what spawn must change to before running a command
 * @property {(program: string, args: string[]) => [string, string[]]} command
 */

/**
 * PostgreSQL refuses to run as root, as in a container: there, its programs run as the user `postgres`, created if
 * missing.
 * @param {string} program one of PostgreSQL's programs, to see whether that user may run it
 * @param {string} folder for the cluster; only that user gets access
 * @returns {PostgresUser | undefined} undefined when the current user will do
 */
export function postgresUser(program, folder) {
  if (process.getuid?.() !== 0) return undefined;
  const ids = findUser() ?? makeUser();
  closeDataFolder(folder, ids.gid);
  const plain = { ...ids, spawnIds: ids, command: (file, args) => [file, args] };
  const mayRun = spawnSync(program, ["--version"], ids).status === 0;
  if (mayRun && spawnSync("test", ["-x", folder], ids).status === 0) return plain;

  // One of the two is in a folder closed to others, as /root is: grant only the right to pass through it.
  const passing = (file, args) => [
    "setpriv",
    [
      `--reuid=${ids.uid}`,
      `--regid=${ids.gid}`,
      "--clear-groups",
      "--inh-caps=+dac_read_search",
      "--ambient-caps=+dac_read_search",
      // Otherwise access(2), which PostgreSQL uses to look for its own programs, ignores that right.
      "--securebits=+no_setuid_fixup",
      file,
      ...args,
    ],
  ];
  const [file, args] = passing(program, ["--version"]);
  if (spawnSync(file, args).status === 0) return { ...ids, spawnIds: {}, command: passing };
  throw new Error(
    `PostgreSQL can't run as root, and the user postgres can't access ${path.dirname(program)} or ${folder}. ` +
      "Move the folder to where other users can read it, run as another user, or set DATABASE_URL.",
  );
}

function findUser() {
  const id = (flag) => {
    const found = spawnSync("id", [flag, "postgres"], { encoding: "utf8" });
    return found.status === 0 ? Number(found.stdout) : undefined;
  };
  const uid = id("-u");
  const gid = id("-g");
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function makeUser() {
  try {
    execFileSync("useradd", ["--system", "--user-group", "--no-create-home", "postgres"], { stdio: "pipe" });
  } catch {
    // Alpine and other small systems have adduser instead.
    spawnSync("adduser", ["-S", "-D", "-H", "postgres"], { stdio: "ignore" });
  }
  const made = findUser();
  if (!made) throw new Error("PostgreSQL can't run as root, and the user postgres could not be created.");
  return made;
}

/**
 * Gives a cluster to the user that runs it: its ids differ after a move to another machine.
 * @param {string} directory
 * @param {PostgresUser | undefined} user
 */
export function giveTo(directory, user) {
  if (!user || statSync(directory).uid === user.uid) return;
  for (const name of readdirSync(directory, { recursive: true })) {
    const file = path.join(directory, String(name));
    if (!lstatSync(file).isSymbolicLink()) chownSync(file, user.uid, user.gid);
  }
  chownSync(directory, user.uid, user.gid);
}
