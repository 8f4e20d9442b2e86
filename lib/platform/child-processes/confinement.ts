import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** What a process may use at most; beyond it, it fails or is ended by the kernel. */
export interface ProcessLimits {
  /** Of memory that it writes to: the only limit that programs which reserve far more than they use can live under. */
  dataBytes: number;
  /** Of each file that it writes; without it, as much as we may. */
  fileBytes?: number | undefined;
  /** Of processor time over its whole life. */
  cpuSeconds?: number | undefined;
}

export interface Command {
  file: string;
  args: string[];
}

const execute = promisify(execFile);
const shell = "/bin/sh";

/** Where a program of the system is; null where there is none. */
export async function findProgram(name: string): Promise<string | null> {
  try {
    const { stdout } = await execute(shell, ["-c", `command -v ${name}`]);
    return path.isAbsolute(stdout.trim()) ? stdout.trim() : null;
  } catch {
    return null;
  }
}

/** A limit that this shell doesn't know, or that is lower already, stays as it is. No core file: it would hold pictures. */
const limitScript =
  'data=$1; file=$2; cpu=$3; shift 3; for limit in "c 0" "d $data" "f $file" "t $cpu"; do ulimit -$limit; done 2>/dev/null; exec "$@"';

/** Blocks of a file's limit, as POSIX has a shell count them. */
const fileBlockBytes = 512;

/**
 * An empty place stands over each folder, nothing over each file. The program then loses the right to take that away,
 * which it would have in a namespace of its own.
 */
const hideScript = `count=$1; shift
while [ "$count" -gt 0 ]; do
  if [ -d "$1" ]; then mount -t tmpfs -o ro,size=4k none "$1" || exit 1
  elif [ -e "$1" ]; then mount --bind /dev/null "$1" || exit 1
  fi
  shift; count=$((count - 1))
done
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"`;

interface Way {
  /** What comes before the program. */
  before: string[];
  canHide: boolean;
}

/**
 * Ways to start a program where there is no network, the best first. A user namespace of its own also keeps it from
 * looking into the processes of ours that hold secrets, whoever has taken it over.
 */
const ways: Way[] = [
  { before: ["--map-root-user", "--net", "--mount", "--"], canHide: true },
  { before: ["--map-root-user", "--net", "--"], canHide: false },
  { before: ["--net", "--"], canHide: false },
];

/** It can take away no place in which the program itself is. */
function hideable(places: string[]): string[] {
  const isAround = (place: string, file: string) => !path.relative(place, file).startsWith("..");
  return places
    .map((place) => path.resolve(place))
    .filter((place) => !isAround(place, process.cwd()) && !isAround(place, process.execPath));
}

const hiding = (places: string[]) => [shell, "-c", hideScript, "sh", String(places.length), ...places];

/** Seen from inside: nothing may be there but a loopback, which is its own; what is hidden is empty. */
async function works({ before: [file = "", ...args], canHide }: Way): Promise<boolean> {
  const hidden = canHide ? hiding([tmpdir()]) : [];
  const look = [shell, "-c", `cat /proc/self/net/dev; ${canHide ? `ls ${tmpdir()} | sed 's/$/:/'` : ""}`];
  try {
    const { stdout } = await execute(file, [...args, ...hidden, ...look], { timeout: 10_000 });
    const names = [...stdout.matchAll(/^\s*(\S+):/gm)].map(([, name]) => name);
    return names.length > 0 && names.every((name) => name === "lo");
  } catch {
    return false;
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

/** What this machine lets us refuse to the programs that we start; tried once a process. */
export async function describeConfinement(): Promise<{ hasNoNetwork: boolean; canHide: boolean }> {
  const { before, canHide } = await bestWay();
  return { hasNoNetwork: before.length > 0, canHide };
}

/**
 * The command that runs a program held to limits and, where the machine allows it, without network and without sight of
 * some places. The program takes the place of the process that is started: its id, its signals and its exit code are
 * the program's.
 * @param hidden folders and files
 */
export async function confined(
  { file, args }: Command,
  limits: ProcessLimits,
  hidden: string[] = [],
): Promise<Command> {
  const { before, canHide } = await bestWay();
  const count = (value: number | undefined, unit: number) =>
    value === undefined ? "unlimited" : String(Math.ceil(value / unit));
  const [first = "", ...rest] = [
    ...before,
    ...(canHide ? hiding(hideable(hidden)) : []),
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
