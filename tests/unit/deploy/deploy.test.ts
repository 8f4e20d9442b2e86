import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { serverLimits } from "@/server/limited-server";
import { makeCertificate } from "@/tests/support/test-certificate";
import { hasProgram } from "@/tools/lib/system-programs.mjs";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
const deploy = path.join(root, "deploy");
const read = (name: string) => readFileSync(path.join(deploy, name), "utf8");
const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
const settings = new Set(
  [...readFileSync(path.join(root, ".env.example"), "utf8").matchAll(/^([A-Z]\w+)=/gm)].map(
    ([, name = ""]) => name,
  ),
);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "keepsake-deploy-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A test that needs a program on this machine; without it, the test is skipped with a warning. */
function testWith(title: string, program: string, work: () => void) {
  if (!hasProgram(program)) console.warn(`SKIPPED: ${title}. It needs ${program}.`);
  (hasProgram(program) ? test : test.skip)(title, work);
}

/** Runs a program, which must succeed. @returns its output */
function run(program: string, args: string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: deploy,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: "test", ...env },
  });
  expect([status, status === 0 ? "" : stdout + stderr]).toEqual([0, ""]);
  return stdout + stderr;
}

interface Service {
  image?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  tmpfs?: string[];
  volumes?: string[];
  stop_grace_period?: string;
  environment?: Record<string, string>;
  command?: string[];
}

const servicesOf = (name: string) =>
  (parse(read(name), { merge: true }) as { services: Record<string, Service> }).services;
const composeFiles = [
  "compose.yaml",
  "compose.several.yaml",
  "truenas/compose.yaml",
  "umbrel/docker-compose.yml",
];
const albumsOf = (name: string) =>
  Object.values(servicesOf(name)).filter(({ image }) => image?.includes("keepsake:"));

/** The variables that compose.several.yaml and Umbrel need. */
const told = {
  ALBUM_HOST: "album.example.org",
  DATABASE_PASSWORD: "secret",
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret",
  VAPID_PUBLIC_KEY: "public",
  VAPID_PRIVATE_KEY: "private",
  APP_DATA_DIR: "/umbrel/app-data/keepsake",
  DEVICE_DOMAIN_NAME: "umbrel.local",
};

test.each(composeFiles)(
  "%s runs this version with a read-only root, no privileges and one writable place",
  (name) => {
    const albums = albumsOf(name);
    expect(albums.length).toBeGreaterThan(0);
    for (const album of albums) {
      expect(album).toMatchObject({
        read_only: true,
        cap_drop: ["ALL"],
        tmpfs: ["/tmp"],
        stop_grace_period: "30s",
      });
      expect(album.image).toMatch(new RegExp(`keepsake:${version.replaceAll(".", "\\.")}$`));
      expect(album.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
      const places = (album.volumes ?? []).map((volume) => volume.split(":").at(-1));
      expect(places.filter((place) => place !== "/data")).toEqual([]);
      const unknown = Object.keys(album.environment ?? {}).filter(
        (key) => key !== "TZ" && !settings.has(key),
      );
      expect(unknown).toEqual([]);
    }
  },
);

test("compose.several.yaml has two web servers and two workers, which share everything", () => {
  const services = servicesOf("compose.several.yaml");
  const albums = albumsOf("compose.several.yaml");
  expect(albums.filter(({ command }) => command?.includes("--worker"))).toHaveLength(2);
  expect(albums.filter(({ command }) => command === undefined)).toHaveLength(2);
  expect(new Set(albums.map(({ environment }) => JSON.stringify(environment))).size).toBe(1);
  expect(albums[0]?.environment).toMatchObject({ WORKER_IN_PROCESS: "off", S3_BUCKET: "keepsake" });
  expect(Object.keys(services)).toEqual(expect.arrayContaining(["proxy", "database", "store"]));
});

testWith("docker-compose accepts every compose file", "docker-compose", () => {
  // Umbrel adds its own proxy's image.
  const proxy = path.join(folder, "proxy.yaml");
  writeFileSync(proxy, 'version: "3.7"\nservices:\n  app_proxy:\n    image: umbrel\n');
  for (const name of composeFiles) {
    const more = name.startsWith("umbrel/") ? ["--file", proxy] : [];
    run("docker-compose", ["--file", path.join(deploy, name), ...more, "config", "--quiet"], told);
  }
});

test("the profile for Docker allows what confines the decoder, and nothing else that Docker forbids", () => {
  const profile = JSON.parse(read("seccomp.json")) as {
    defaultAction: string;
    syscalls: { names: string[]; action: string }[];
  };
  expect(profile.defaultAction).toBe("SCMP_ACT_ALLOW");
  expect(profile.syscalls.map(({ action }) => action)).toEqual(["SCMP_ACT_ERRNO"]);
  const forbidden = profile.syscalls.flatMap(({ names }) => names);
  for (const needed of ["clone", "clone3", "unshare", "mount", "umount2"])
    expect(forbidden).not.toContain(needed);
  for (const dangerous of ["bpf", "kexec_load", "init_module", "keyctl", "ptrace", "userfaultfd", "reboot"])
    expect(forbidden).toContain(dangerous);
});

testWith("systemd accepts the service, and considers it well confined", "systemd-analyze", () => {
  const unit = path.join(deploy, "keepsake.service");
  expect(run("systemd-analyze", ["verify", "--man=no", unit])).toBe("");
  const [, exposure] =
    /exposure level for keepsake\.service: ([\d.]+)/.exec(
      run("systemd-analyze", ["security", "--offline=yes", "--no-pager", unit]),
    ) ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(2.5);
});

test("the service can write a second copy where the guide puts it", () => {
  const guide = readFileSync(path.join(root, "docs", "operations.md"), "utf8");
  const [, example = ""] = /^ *SECOND_COPY=(\/\S+)/m.exec(guide) ?? [];
  const [, places = ""] = /^ReadWritePaths=(.*)$/m.exec(read("keepsake.service")) ?? [];
  const folders = places.split(" ").map((place) => `${place.replace(/^-/, "")}/`);
  expect([example, folders.some((folder) => example.startsWith(folder))]).toEqual([
    expect.stringMatching(/^\/./),
    true,
  ]);
});

test("the service allows the decoder to be confined", () => {
  expect(read("keepsake.service")).toMatch(/^RestrictNamespaces=user net mnt$/m);
  expect(read("keepsake.service")).toMatch(/^SystemCallFilter=@system-service @mount$/m);
});

test("nginx fetches no gigabyte ahead of a slow download, which Keepsake would give up meanwhile", () => {
  expect(read("nginx.conf")).toMatch(/^ {4}proxy_max_temp_file_size 0;/m);
});

testWith("nginx accepts its example", "nginx", () => {
  const { key, cert } = makeCertificate();
  writeFileSync(path.join(folder, "privkey.pem"), key);
  writeFileSync(path.join(folder, "fullchain.pem"), cert);
  const site = read("nginx.conf").replaceAll("/etc/letsencrypt/live/album.example.org", folder);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const whole = `pid ${folder}/nginx.pid; events {} http { access_log off; ${temporary.join(" ")}\n${site}\n}`;
  const file = path.join(folder, "nginx.conf");
  writeFileSync(file, whole);
  run("nginx", ["-t", "-q", "-e", path.join(folder, "error.log"), "-c", file]);
});

testWith("Caddy accepts its example, for one server and for two", "caddy", () => {
  const file = path.join(deploy, "Caddyfile");
  run("caddy", ["validate", "--adapter", "caddyfile", "--config", file]);
  const two = run("caddy", ["adapt", "--adapter", "caddyfile", "--config", file], {
    ALBUM_HOST: told.ALBUM_HOST,
    ALBUM_SERVERS: "web-1:3000 web-2:3000",
  });
  expect(two).toContain('"upstreams":[{"dial":"web-1:3000"},{"dial":"web-2:3000"}]');
  expect(two).toContain(`"host":["${told.ALBUM_HOST}"]`);
  expect(two).toContain("The album can't be reached right now.");
  // Caddy must not send a request on a connection that the server is closing.
  const [, idleNs] = /"idle_timeout":(\d+)/.exec(two) ?? [];
  expect(Number(idleNs) / 1e6).toBeLessThan(serverLimits.keepAliveMs);
});

test("proxies and Kubernetes check only a server itself, not what all servers share", () => {
  expect(read("Caddyfile")).toContain("health_uri /api/ready?only=server\n");
  for (const probe of ["readinessProbe", "livenessProbe"])
    expect(read("helm/keepsake/templates/_helpers.tpl")).toMatch(
      new RegExp(`${probe}:\\n.*"keepsake\\.probe" "ready\\?only=server"`),
    );
});

test("Unraid's template has the port, the folder, and a user of Unraid's", () => {
  const template = read("unraid/keepsake.xml");
  const opened = [...template.matchAll(/<([A-Z]\w*)\b(?:[^>]*[^/])?>/g)].map(([, name]) => name);
  const closed = [...template.matchAll(/<\/([A-Z]\w*)>/g)].map(([, name]) => name);
  expect(closed.toSorted()).toEqual(opened.toSorted());
  expect(template).toMatch(/<Config [^>]*Target="3000"[^>]*Type="Port"/);
  expect(template).toMatch(/<Config [^>]*Target="\/data"[^>]*Type="Path"/);
  expect(template).toContain("--user 99:100 --read-only --tmpfs /tmp");
  expect(template).toContain(`keepsake:${version}<`);
  const variables = [...template.matchAll(/Target="(\w+)"[^>]*Type="Variable"/g)].map(
    ([, name = ""]) => name,
  );
  expect(variables.filter((name) => !settings.has(name))).toEqual([]);
});

test("Umbrel's app is this version, on the port of its service", () => {
  const app = parse(read("umbrel/umbrel-app.yml")) as Record<string, unknown>;
  expect(app).toMatchObject({ manifestVersion: 1, id: "keepsake", version });
  const { app_proxy: proxy } = servicesOf("umbrel/docker-compose.yml");
  expect(proxy?.environment).toMatchObject({ APP_HOST: "keepsake_web_1", APP_PORT: 3000 });
});

describe("The Helm chart", () => {
  const chart = "helm/keepsake";
  const templates = globSync(`${chart}/templates/*`, { cwd: deploy }).map(read).join("\n");
  const values = parse(read(`${chart}/values.yaml`)) as Record<string, unknown>;

  test("is of this version", () => {
    expect(parse(read(`${chart}/Chart.yaml`))).toMatchObject({
      apiVersion: "v2",
      version,
      appVersion: version,
    });
  });

  test("uses only values and parts that exist", () => {
    const used = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = ""]) => name);
    const valueAt = (name: string) =>
      name
        .split(".")
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
    expect(used.length).toBeGreaterThan(10);
    expect(used.filter((name) => valueAt(name) === undefined)).toEqual([]);
    const named = (word: string) =>
      new Set([...templates.matchAll(new RegExp(`${word} "([\\w.]+)"`, "g"))].map(([, name]) => name));
    expect([...named("include")].toSorted()).toEqual([...named("define")].toSorted());
    const opened = templates.match(/\{\{-? (?:if|range|define) /g) ?? [];
    expect(templates.match(/\{\{- end \}\}/g)).toHaveLength(opened.length);
  });

  test("sets only settings that exist", () => {
    const block = templates.split('define "keepsake.settings"')[1]?.split("{{- range")[0] ?? "";
    const names = [...block.matchAll(/^([A-Z]\w+):/gm)].map(([, name = ""]) => name);
    expect(names).toContain("S3_BUCKET");
    expect(names.filter((name) => !settings.has(name))).toEqual([]);
  });

  testWith("is rendered by Helm with everything it needs", "helm", () => {
    const rendered = parseAllDocuments(run("helm", ["template", "album", chart])).map(
      (document) => document.toJS() as { kind: string },
    );
    const kinds = rendered.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual([
      "ConfigMap",
      "Deployment",
      "Deployment",
      "HorizontalPodAutoscaler",
      "Ingress",
      "PodDisruptionBudget",
      "PodDisruptionBudget",
      "Service",
    ]);
  });
});
