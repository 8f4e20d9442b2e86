import { spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "../../ops/lib/free-port.mjs";
import { untilAnswering } from "./minimal-next.mjs";
import { requireTool } from "./tools.mjs";

/**
 * nginx over a folder of files, for as long as `work` takes.
 * @template T
 * @param {object} bench
 * @param {string} files folder to serve
 * @param {string} probe path of one of them
 * @param {(url: string) => Promise<T>} work
 * @returns {Promise<T>}
 * @throws MissingToolError without nginx
 */
export async function withNginx(bench, files, probe, work) {
  const nginx = requireTool("nginx");
  const folder = path.join(bench.folder, "nginx");
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  // Workers of an nginx started by root run as nobody, who can't read the album's folder.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const config = `${user}
worker_processes auto;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
daemon off;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  default_type image/webp;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  server {
    listen 127.0.0.1:${port};
    root ${files};
    location / { add_header Cache-Control "private, no-cache"; }
  }
}
`;
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, config);
  const child = spawn(nginx, ["-c", file, "-p", folder, "-e", `${folder}/error.log`], { stdio: "inherit" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  try {
    await untilAnswering(`${url}/${probe}`, 10_000);
    return await work(url);
  } finally {
    child.kill("SIGTERM");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  }
}
