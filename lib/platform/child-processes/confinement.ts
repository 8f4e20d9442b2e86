import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { searchPath } from "@/lib/env";

/** A process's limits; beyond them, it fails or the kernel ends it. */
export interface ProcessLimits {
  /** Memory it writes to: the only limit that suits programs which reserve far more than they use. */
  dataBytes: number;
  /** Size of each file it writes; if unset, as much as we may write. */
  fileBytes?: number | undefined;
  /** Processor time over its whole life. */
  cpuSeconds?: number | undefined;
}

export interface Command {
  file: string;
  args: string[];
}

const execute = promisify(execFile);
const shell = "/bin/sh";

/** A system program's path; null if there is none. */
export async function findProgram(name: string): Promise<string | null> {
  try {
    const { stdout } = await execute(shell, ["-c", `command -v ${name}`], {
      env: { NODE_ENV: "production", PATH: searchPath() },
    });
    return path.isAbsolute(stdout.trim()) ? stdout.trim() : null;
  } catch {
    return null;
  }
}

/**
 * A limit that this shell doesn't know, or that is already lower, stays as it is. No core file: it would contain
 * pictures.
 */
const limitScript =
  'data=$1; file=$2; cpu=$3; shift 3; for limit in "c 0" "d $data" "f $file" "t $cpu"; do ulimit -$limit; done 2>/dev/null; exec "$@"';

/** The blocks in which POSIX shells count a file limit. */
const fileBlockBytes = 512;

/** What a program sees of this machine's files. */
export interface Sight {
  /** Folders and files that appear empty to it. */
  hidden?: string[];
  /** The script to run, if the program itself is only its interpreter. */
  script?: string | undefined;
  /** The one file it can still read; it can't write it. */
  input?: string | undefined;
  /** The one file it can still write; it already exists. */
  output?: string | undefined;
}

/**
 * Hides what should be hidden under empty mounts, then puts the input and the output back in place: both were opened
 * before, so they can be reached although their folders are gone. The program then loses the right to undo that, which
 * it would have in its own namespace. The last remount names its source, `none`: otherwise mount repeats the options it
 * finds, among them the ids of a user other than root, which mean nothing in that namespace.
 */
const hideScript = `input=$1; output=$2; count=$3; shift 3
[ -z "$input" ] || exec 3<"$input" || exit 1
[ -z "$output" ] || exec 4<>"$output" || exit 1
left=$count
for place do
  [ "$left" -gt 0 ] || break
  left=$((left - 1))
  if [ -d "$place" ]; then mount -t tmpfs -o size=64k,mode=755 none "$place" || exit 1
  elif [ -e "$place" ]; then mount --bind /dev/null "$place" || exit 1
  fi
done
show() {
  mkdir -p "$(dirname "$2")" || exit 1
  [ -e "$2" ] || : > "$2" || exit 1
  mount -c --bind "/proc/self/fd/$1" "$2" || exit 1
}
if [ -n "$input" ]; then show 3 "$input"; mount -o remount,bind,ro "$input" || exit 1; exec 3<&-; fi
if [ -n "$output" ]; then show 4 "$output"; exec 4>&-; fi
while [ "$count" -gt 0 ]; do
  [ ! -d "$1" ] || mount -o remount,ro none "$1" || exit 1
  shift; count=$((count - 1))
done
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"`;

interface Way {
  /** The command in front of the program. */
  before: string[];
  canHide: boolean;
}

/**
 * Ways to start a program without network access, best first. A user namespace of its own also keeps it from inspecting
 * our processes that hold secrets, even when it has been taken over.
 */
const ways: Way[] = [
  { before: ["--map-root-user", "--net", "--mount", "--"], canHide: true },
  { before: ["--map-root-user", "--net", "--"], canHide: false },
  { before: ["--net", "--"], canHide: false },
];

const isAround = (place: string, file: string) => !path.relative(place, file).startsWith("..");

/** A folder that contains the program itself can't be hidden; a folder inside another is hidden along with it. */
function hideable(places: string[], programs: string[]): string[] {
  const resolved = [...new Set(places.map((place) => path.resolve(place)))];
  const needed = [process.cwd(), process.execPath, ...programs.map((program) => path.resolve(program))];
  const found = resolved.filter((place) => !needed.some((file) => isAround(place, file)));
  return found.filter((place) => !found.some((other) => other !== place && isAround(other, place)));
}

function hiding({ hidden = [], script, input, output }: Sight, program: string): string[] {
  const places = hideable(hidden, script === undefined ? [program] : [program, script]);
  const [read, written] = [input, output].map((file) => (file === undefined ? "" : path.resolve(file)));
  return [shell, "-c", hideScript, "sh", read ?? "", written ?? "", String(places.length), ...places];
}

/** Checks from the inside: only a loopback interface of its own may exist, and hidden folders must be empty. */
async function works({ before: [file = "", ...args], canHide }: Way): Promise<boolean> {
  // A new folder: Keepsake may be in any other, and the folder it runs from is never hidden.
  const probe = await mkdtemp(path.join(tmpdir(), "keepsake-hidden-"));
  const hidden = canHide ? hiding({ hidden: [probe], input: process.execPath }, shell) : [];
  const look = [shell, "-c", `cat /proc/self/net/dev; ${canHide ? `ls "${probe}" | sed 's/$/:/'` : ""}`];
  try {
    await writeFile(path.join(probe, "seen"), "");
    const { stdout } = await execute(file, [...args, ...hidden, ...look], { timeout: 10_000 });
    const names = [...stdout.matchAll(/^\s*(\S+):/gm)].map(([, name]) => name);
    return names.length > 0 && names.every((name) => name === "lo");
  } catch {
    return false;
  } finally {
    await rm(probe, { recursive: true, force: true });
  }
}

async function findWay(): Promise<Way> {
  const unshare = await findProgram("unshare");
  for (const way of unshare ? ways : []) {
    const found = { ...way, before: [unshare ?? "", ...way.before] };
    if (await works(found)) return found;
  }
  return { before: [], canHide: false };
}

let found: Promise<Way> | undefined;
const bestWay = () => {
  found ??= findWay();
  return found;
};

/**
 * The restrictions this machine lets us put on the programs we start; tried once per process. `isWhole`: all of them,
 * so that a program taken over by a file reaches neither the network nor our data.
 */
export async function describeConfinement(): Promise<{
  hasNoNetwork: boolean;
  canHide: boolean;
  isWhole: boolean;
}> {
  const { before, canHide } = await bestWay();
  const hasNoNetwork = before.length > 0;
  return { hasNoNetwork, canHide, isWhole: hasNoNetwork && canHide };
}

/**
 * The command that runs a program with limits and, where the machine allows it, without network and able to see only
 * what it needs. The program replaces the process that is started: its id, its signals and its exit code are the
 * program's.
 */
export async function confined(
  { file, args }: Command,
  limits: ProcessLimits,
  sight: Sight = {},
): Promise<Command> {
  const { before, canHide } = await bestWay();
  const count = (value: number | undefined, unit: number) =>
    value === undefined ? "unlimited" : String(Math.ceil(value / unit));
  const [first = "", ...rest] = [
    ...before,
    ...(canHide ? hiding(sight, file) : []),
    shell,
    "-c",
    limitScript,
    "sh",
    count(limits.dataBytes, 1024),
    count(limits.fileBytes, fileBlockBytes),
    count(limits.cpuSeconds, 1),
    file,
    ...args,
  ];
  return { file: first, args: rest };
}
