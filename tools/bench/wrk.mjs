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
for line in io.lines(${JSON.stringify(listFile)}) do table.insert(requests, line) end
local at = 0
function init(args)
  math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16) % 2147483647)
  at = math.random(#requests)
  for index, line in ipairs(requests) do
    local method, path, body = line:match("^(%S+) (%S+) ?(.*)$")
    if body == "" then
      requests[index] = wrk.format(method, path)
    else
      local headers = { ["Content-Type"] = "application/json" }
      for name, value in pairs(wrk.headers) do headers[name] = value end
      requests[index] = wrk.format(method, path, headers, body)
    end
  end
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
 * Makes calls as fast as possible, in turn.
 * @param {object} bench
 * @param {{ url: string, paths?: string[], calls?: { method?: string, path: string, body?: string }[], cookie?: string, seconds: number,
 *   name: string, connections?: number }} options
 *   paths: to get; calls: others, whose bodies are JSON
 * @returns {Promise<{ requestsPerSecond: number, p99Ms: number }>}
 * @throws MissingToolError without wrk
 */
export async function runWrk(bench, { url, paths = [], calls, cookie, seconds, name, connections = 32 }) {
  const wrk = requireTool("wrk");
  const listFile = path.join(bench.folder, `wrk-${name}.txt`);
  const scriptFile = path.join(bench.folder, `wrk-${name}.lua`);
  const lines = (calls ?? paths.map((path) => ({ path }))).map(({ method = "GET", path, body = "" }) =>
    `${method} ${path} ${body}`.trimEnd(),
  );
  writeFileSync(listFile, `${lines.join("\n")}\n`);
  writeFileSync(scriptFile, script(listFile));
  const headers = cookie ? ["-H", `Cookie: ${cookie}`] : [];
  const args = [
    `-t${Math.min(2, connections)}`,
    `-c${connections}`,
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
