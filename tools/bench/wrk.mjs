import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { requireTool } from "./tools.mjs";

const execute = promisify(execFile);
const millisecondsOf = { us: 0.001, ms: 1, s: 1000, m: 60_000 };

// Each of wrk's threads runs its own copy; they start at different places.
const script = (listFile) => `
local requests = {}
for path in io.lines(${JSON.stringify(listFile)}) do table.insert(requests, path) end
local at = 0
function init(args)
  math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2147483647)
  at = math.random(#requests)
  for index, path in ipairs(requests) do requests[index] = wrk.format("GET", path) end
end
function request()
  at = at % #requests + 1
  return requests[at]
end
`;

function parse(output) {
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]);
  const [, value, unit] = /^\s+99%\s+([\d.]+)(us|ms|s|m)$/m.exec(output) ?? [];
  const failure = /Non-2xx or 3xx responses: .*|Socket errors: .*/.exec(output)?.[0];
  if (failure) throw new Error(`wrk: ${failure.trim()}`);
  return { requestsPerSecond, p99Ms: Number(value) * millisecondsOf[unit] };
}

/**
 * Requests pictures as fast as possible: 2 threads, 32 connections.
 * @param {object} bench
 * @param {{ url: string, paths: string[], cookie?: string, seconds: number, name: string }} options
 * paths: asked for in turn
 * @returns {Promise<{ requestsPerSecond: number, p99Ms: number }>}
 * @throws MissingToolError without wrk
 */
export async function runWrk(bench, { url, paths, cookie, seconds, name }) {
  const wrk = requireTool("wrk");
  const listFile = path.join(bench.folder, `wrk-${name}.txt`);
  const scriptFile = path.join(bench.folder, `wrk-${name}.lua`);
  writeFileSync(listFile, `${paths.join("\n")}\n`);
  writeFileSync(scriptFile, script(listFile));
  const headers = cookie ? ["-H", `Cookie: ${cookie}`] : [];
  const args = [
    "-t2",
    "-c32",
    `-d${seconds}s`,
    "--latency",
    "--timeout",
    "10s",
    ...headers,
    "-s",
    scriptFile,
    url,
  ];
  const { stdout } = await execute(wrk, args);
  return parse(stdout);
}
