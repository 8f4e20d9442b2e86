import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { buildPrograms } from "@/ops/lib/build.mjs";
import { childProgram, nodeArguments } from "@/ops/lib/child-program.mjs";
import { startEmbeddedPostgres } from "@/ops/lib/embedded-postgres.mjs";
import { freePort } from "@/ops/lib/free-port.mjs";
import { createBucket, missingS3Programs, type S3Server, startS3Server } from "@/tests/support/s3-server";
import { treeOf } from "@/tools/bench/process-tree.mjs";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const root = path.resolve(import.meta.dirname, "..", "..", "..");

async function untilOk(url: string): Promise<void> {
  for (let attempt = 0; attempt < 3_000; attempt++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await delay(100);
  }
  throw new Error(`${url} does not answer`);
}

/**
 * Waits as long as docs/operations.md says after a restart. nginx avoids a server that it found closed for up to two
 * seconds, then trusts it again once it has answered one request; Caddy asks each server every second whether it is
 * ready.
 */
async function untilUsed(url: string, address: string): Promise<void> {
  const until = performance.now() + 60_000;
  while (performance.now() < until) {
    const { headers } = await fetch(`${url}/api/health`);
    if (headers.get("x-answered-by") === address) return;
    await delay(100);
  }
  throw new Error(`The proxy at ${url} does not use ${address}`);
}

class Program {
  #child: ChildProcess | null = null;

  constructor(
    readonly command: string,
    readonly args: string[],
    readonly env: Record<string, string>,
    readonly readyUrl: string | null,
  ) {}

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    this.#child = spawn(this.command, this.args, {
      cwd: root,
      env: { ...process.env, ...this.env } as NodeJS.ProcessEnv,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (this.readyUrl) await untilOk(this.readyUrl);
  }

  /** Asks it to end, as a deployment does, and waits. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    const overdue = setTimeout(() => child.kill("SIGKILL"), 20_000);
    await ended;
    clearTimeout(overdue);
  }
}

/** The nginx example of deploy/nginx.conf for two servers: unchanged, and with request buffering. */
function nginxSettings(folder: string, [port, collectingPort]: [number, number], servers: number[]): string {
  const site = (listen: number, isCollecting: boolean) => `server {
    listen 127.0.0.1:${listen};
    location / {
      proxy_pass http://keepsake;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      client_max_body_size 150m;
      proxy_request_buffering ${isCollecting ? "on" : "off"};
      add_header X-Answered-By $upstream_addr always;
    }
  }`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `${process.getuid?.() === 0 ? "user root;" : ""}
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
daemon off;
events { worker_connections 512; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  upstream keepsake {
    ${servers.map((server) => `server 127.0.0.1:${server} max_fails=3 fail_timeout=1s;`).join(" ")}
    keepalive 16;
  }
  ${site(port, false)}
  ${site(collectingPort, true)}
}
`;
}

const sayingWhoAnswered = {
  response: { set: { "X-Answered-By": ["{http.reverse_proxy.upstream.hostport}"] } },
};

/**
 * deploy/Caddyfile for two servers, with a header that names the server that answered, and without a certificate, which
 * it would request for a public name.
 */
async function caddyFor(folder: string, servers: string[]): Promise<{ url: string; program: Program }> {
  const url = `http://127.0.0.1:${await freePort()}`;
  const file = path.join(root, "deploy", "Caddyfile");
  const adapted = await promisify(execFile)("caddy", ["adapt", "--config", file, "--adapter", "caddyfile"], {
    env: { ...process.env, ALBUM_HOST: url, ALBUM_SERVERS: servers.join(" ") },
  });
  const config = JSON.parse(adapted.stdout, (_, value) =>
    value?.handler === "reverse_proxy" ? { ...value, headers: sayingWhoAnswered } : value,
  );
  const logging = { logs: { default: { level: "ERROR" } } };
  const settings = path.join(folder, "caddy.json");
  writeFileSync(settings, JSON.stringify({ ...config, admin: { disabled: true }, logging }));
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const program = new Program("caddy", ["run", "--config", settings], home, `${url}/api/health`);
  return { url, program };
}

interface WebProcess {
  pid: number;
  /** Whether it does the background work. */
  isWorking: boolean;
}

export interface SeveralServers {
  /** The address of nginx, which sends requests to the servers in turn. */
  url: string;
  /** The address of the same nginx with request buffering. */
  collectingUrl: string;
  /** The address of the Caddy in front of the same servers; null if it isn't installed or wasn't asked for. */
  caddyUrl: string | null;
  /** The addresses of the two servers themselves. */
  servers: [string, string];
  databaseUrl: string;
  /**
   * Ends a server and a worker and restarts them, as an update does: resolves when the proxies use the server again.
   */
  restart: (server: 0 | 1) => Promise<void>;
  /** Ends a server: resolves when it has ended. */
  end: (server: 0 | 1) => Promise<void>;
  start: (server: 0 | 1) => Promise<void>;
  /** The web processes of a server that has several. */
  processes: (server: 0 | 1) => WebProcess[];
  /** Where its files are: "s3", or "disk" if this machine has no S3 server. */
  storage: "s3" | "disk";
  stop: () => Promise<void>;
}

/** The processes that a primary process has started. Needs Linux. */
function processesOf(primary: number): WebProcess[] {
  const isOurs = (pid: number) =>
    new RegExp(`^PPid:\\s+${primary}$`, "m").test(readFileSync(`/proc/${pid}/status`, "utf8"));
  return treeOf(primary)
    .filter(isOurs)
    .map((pid) => ({
      pid,
      isWorking: !readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes("WORKER_IN_PROCESS=off"),
    }));
}

/**
 * Two servers, one PostgreSQL, one S3 server, and nginx in front. Takes about half a minute.
 * @param processes of each server, which then do the background work; by default each is one process, next to two
 *   workers
 * @param withCaddy besides nginx, where it is installed
 */
export async function startSeveralServers({
  processes = 1,
  withCaddy = false,
} = {}): Promise<SeveralServers> {
  const folder = mkdtempSync(path.join(tmpdir(), "keepsake-servers-"));
  mkdirSync(path.join(folder, "data"), { mode: 0o711 });
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const { worker, serve, cluster, migrate } = await buildPrograms(root, [
      "worker",
      "serve",
      "cluster",
      "migrate",
    ]);
    const database = await startEmbeddedPostgres({
      dataDir: path.join(folder, "data"),
      settings: ["fsync=off"],
    });
    stops.push(() => database.stop());
    const s3: S3Server | null = (await missingS3Programs()).length === 0 ? await startS3Server() : null;
    if (s3) {
      stops.push(() => s3.stop());
      await createBucket(s3, "keepsake");
    }

    const ports = [await freePort(), await freePort()] as const;
    const nginxPorts: [number, number] = [await freePort(), await freePort()];
    const [url, collectingUrl] = nginxPorts.map((port) => `http://127.0.0.1:${port}`) as [string, string];
    const env = {
      NODE_ENV: "production",
      DATABASE_URL: database.url,
      DATA_DIR: path.join(folder, "data"),
      AUTH_SECRET: "of-several-servers-".repeat(3),
      APP_URL: url,
      TRUST_PROXY: "on",
      WORKER_IN_PROCESS: processes > 1 ? "on" : "off",
      WEB_PROCESSES: String(processes),
      ...(withCaddy ? { DRAIN_SECONDS: "5" } : {}),
      LOG_LEVEL: "error",
      RATE_LIMITS: "on",
      SUPER_ADMIN_EMAIL: "super@example.org",
      SUPER_ADMIN_PASSWORD: "super-admin-of-tests",
      ...(s3
        ? {
            S3_ENDPOINT: s3.endpoint,
            S3_BUCKET: "keepsake",
            S3_ACCESS_KEY_ID: s3.accessKeyId,
            S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
          }
        : {}),
    };
    const migrated = await childProgram(migrate as string, [], env).ended;
    if (migrated !== 0) throw new Error("The database could not be migrated.");

    const node = (file: string, more: Record<string, string>, readyUrl: string | null) =>
      new Program(process.execPath, [...nodeArguments, file], { ...env, ...more }, readyUrl);
    const webs = ports.map((port) =>
      node(
        (processes > 1 ? cluster : serve) as string,
        { PORT: String(port) },
        `http://127.0.0.1:${port}/api/ready`,
      ),
    ) as [Program, Program];
    const settings = path.join(folder, "nginx.conf");
    writeFileSync(settings, nginxSettings(folder, nginxPorts, [...ports]));
    const nginx = new Program(
      "nginx",
      ["-c", settings, "-p", folder, "-e", `${folder}/error.log`],
      {},
      `${url}/api/health`,
    );
    const workers = processes > 1 ? [] : [1, 2].map(() => node(worker as string, {}, null));
    const addresses = ports.map((port) => `127.0.0.1:${port}`);
    const caddy = withCaddy && hasProgram("caddy") ? await caddyFor(folder, addresses) : null;
    for (const program of [...webs, nginx, ...(caddy ? [caddy.program] : []), ...workers]) {
      stops.push(() => program.stop());
      await program.start();
    }
    return {
      url,
      collectingUrl,
      caddyUrl: caddy?.url ?? null,
      servers: [`http://127.0.0.1:${ports[0]}`, `http://127.0.0.1:${ports[1]}`],
      databaseUrl: database.url,
      restart: async (server) => {
        for (const program of [webs[server], workers[server]]) {
          await program?.stop();
          await program?.start();
        }
        const address = `127.0.0.1:${ports[server]}`;
        await untilUsed(url, address);
        if (caddy) await untilUsed(caddy.url, address);
      },
      end: (server) => webs[server].stop(),
      start: (server) => webs[server].start(),
      processes: (server) => processesOf(webs[server].pid),
      storage: s3 ? "s3" : "disk",
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
