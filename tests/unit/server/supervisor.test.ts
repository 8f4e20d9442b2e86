import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { bundlePrograms } from "@/tests/support/bundle";
import { OneConnection } from "@/tests/support/one-connection";
import { until } from "@/tests/support/until";

const root = path.resolve(import.meta.dirname, "..", "..", "..");
mkdirSync(path.join(root, ".build"), { recursive: true });
const folder = mkdtempSync(path.join(root, ".build", "supervisor-"));
const started: ChildProcess[] = [];
// Every test starts three processes, which is slow on a busy machine; only a failure takes this long.
const patienceMs = 100_000;
jest.setTimeout(2 * patienceMs);

beforeAll(() => bundlePrograms(["impatient-cluster", "fake-web-process"], folder));

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (!hasEnded(child)) {
      child.kill("SIGTERM");
      await endOf(child);
    }
  }
  for (const sign of ["dies", "may-end"]) rmSync(path.join(folder, sign), { force: true });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;
const endOf = (child: ChildProcess) =>
  new Promise<void>((resolve) => (hasEnded(child) ? resolve() : child.once("exit", () => resolve())));
const dieAtStart = () => writeFileSync(path.join(folder, "dies"), "");
const letSlowAnswersEnd = () => writeFileSync(path.join(folder, "may-end"), "");

function spawnCluster(env: Record<string, string> = {}): ChildProcess {
  const args = ["impatient-cluster", "fake-web-process"].map((name) => path.join(folder, `${name}.mjs`));
  const child = spawn(process.execPath, args, {
    env: {
      NODE_ENV: "production",
      DATABASE_URL: "postgresql://127.0.0.1/none",
      AUTH_SECRET: "x".repeat(32),
      DATA_DIR: folder,
      PORT: "0",
      HOST: "127.0.0.1",
      LOG_LEVEL: "silent",
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  started.push(child);
  return child;
}

/** Everything it wrote to standard error until it ended. */
async function lastWords(child: ChildProcess): Promise<string> {
  let text = "";
  child.stderr?.on("data", (piece: Buffer) => {
    text += piece.toString();
  });
  await endOf(child);
  return text;
}

interface Who {
  pid: number;
  isWorking: boolean;
  /** This process's share of two. */
  hashes: number;
}

/** A connection to one of the processes. */
class Line extends OneConnection {
  constructor(port: number) {
    super(`http://127.0.0.1:${port}`);
  }

  async text(name: string): Promise<string> {
    return (await this.send(`/${name}`)).text;
  }

  /** Requests an answer that comes in pieces. */
  begin(name: string) {
    const { promise: hasBegun, resolve } = Promise.withResolvers<string>();
    return { hasBegun, answer: this.send(`/${name}`, { onPiece: resolve }) };
  }

  async ask<T>(name: string): Promise<T> {
    return JSON.parse(await this.text(name)) as T;
  }
}

/** Whether nothing listens on this port any more. */
const isRefusing = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(false)).once("error", () => resolve(true));
    socket.once("connect", () => socket.destroy());
  });

const lines: Line[] = [];
afterEach(() => {
  for (const line of lines.splice(0)) line.close();
});

/** A line to the process that does the background work, or to the other; it retries, since lines go to either. */
async function lineTo(port: number, isWorking: boolean): Promise<Line> {
  for (;;) {
    const line = new Line(port);
    if ((await line.ask<Who>("who")).isWorking === isWorking) {
      lines.push(line);
      return line;
    }
    line.close();
  }
}

async function startCluster() {
  const child = spawnCluster();
  const messages: { port: number }[] = [];
  child.on("message", (message) => messages.push(message as { port: number }));
  await until(() => messages.length > 0, patienceMs);
  const port = messages[0]?.port ?? 0;
  return { child, port, messages, first: await lineTo(port, true), second: await lineTo(port, false) };
}

test("several processes serve one port: they report being up once, and one of them does the background work", async () => {
  const { messages, first, second } = await startCluster();
  const [one, other] = [await first.ask<Who>("who"), await second.ask<Who>("who")];
  expect(one.pid).not.toBe(other.pid);
  // The limits for the whole server are divided.
  expect([one.hashes, other.hashes]).toEqual([1, 1]);
  expect(messages).toHaveLength(1);
});

test("what one process changed is invalidated in the other's cache", async () => {
  const { first, second } = await startCluster();
  for (const forget of ["forget/a", "forget-all"]) {
    const before = await second.text("load/a");
    const untouched = await second.text("load/b");
    expect(await second.text("load/a")).toBe(before);
    await first.text(forget);
    await until(async () => (await second.text("load/a")) !== before);
    expect((await second.text("load/b")) === untouched).toBe(forget === "forget/a");
  }
});

/** A value that one process invalidates leaves the other's cache a moment later. */
async function expectForgotten(lines: { by: Line; in: Line }): Promise<void> {
  const before = await lines.in.text("load/a");
  expect(await lines.in.text("load/a")).toBe(before);
  await lines.by.text("forget/a");
  await until(async () => (await lines.in.text("load/a")) !== before, patienceMs);
}

test("a stranger who spreads requests over the processes gets no more answers", async () => {
  const { first, second } = await startCluster();
  for (let time = 0; time < 200; time++) expect(await first.ask("count/198.51.100.1")).toBe(0);
  // The other process has counted none itself. Messages arrive in order, so by now it knows of them all.
  await first.text("counts-told");
  await expectForgotten({ by: first, in: second });
  let answered = 0;
  while (answered < 300 && (await second.ask("count/198.51.100.1")) === 0) answered++;
  expect(answered).toBe(100);
  expect(await second.ask("count/198.51.100.2")).toBe(0);
});

test("someone who opens connections to both processes gets no more of them", async () => {
  const { port, first, second } = await startCluster();
  for (const line of [first, second]) line.close();
  const sockets: Socket[] = [];
  for (let index = 0; index < 40; index++) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    sockets.push(socket);
    // The answer never ends: a connection waiting for its next request would be closed after some seconds.
    socket.write("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await new Promise<unknown>((resolve) => socket.once("data", resolve).once("close", resolve));
  }
  const countOpen = () => sockets.filter(({ closed }) => !closed).length;
  // Without each other's counts they would leave 16 open. The first may have 8, and the other its share of 4.
  await until(() => countOpen() <= 12, patienceMs);
  expect(countOpen()).toBeGreaterThanOrEqual(8);
  for (const socket of sockets) socket.destroy();
  letSlowAnswersEnd();
});

test("the metrics are the sum of all processes, whichever is asked", async () => {
  const { first, second } = await startCluster();
  await first.text("upload");
  for (let time = 0; time < 2; time++) await second.text("upload");
  for (const line of [first, second]) {
    let text = "";
    // A process that answers late is left out, but may be included the next time.
    await until(async () => {
      text = await line.ask<string>("metrics");
      return text.includes("keepsake_web_processes 2\n");
    }, patienceMs);
    expect(text).toContain('keepsake_uploads_total{type="image"} 3\n');
    expect(text).toContain("process_resident_memory_bytes");
  }
});

test("a killed process is restarted; the other answers meanwhile", async () => {
  const { port, first, second } = await startCluster();
  const killed = await first.ask<Who>("who");
  process.kill(killed.pid, "SIGKILL");
  await expect(first.ask("who")).rejects.toThrow();
  const other = await second.ask<Who>("who");
  let next = other.pid;
  await until(async () => {
    const line = new Line(port);
    // A connection can still go to the killed process until its end is noticed.
    const who = await line.ask<Who>("who").catch(() => null);
    line.close();
    if (who?.isWorking) next = who.pid;
    return next !== other.pid && next !== killed.pid;
  }, patienceMs);
  expect([killed.pid, other.pid]).not.toContain(next);
  expect((await second.ask<Who>("who")).pid).toBe(other.pid);
});

test("a server on a taken port says so", async () => {
  const { port } = await startCluster();
  const child = spawnCluster({ PORT: String(port) });
  expect(await lastWords(child)).toContain(
    `Port ${port} is already in use. Stop the program that uses it, or set PORT.`,
  );
  expect(child.exitCode).toBe(1);
});

test("if a process dies again and again, all end, and the reason is given", async () => {
  const { child, second } = await startCluster();
  const words = lastWords(child);
  dieAtStart();
  process.kill((await second.ask<Who>("who")).pid, "SIGKILL");
  expect(await words).toContain("Web process 2 ended (code 3), 4 times in a row: giving up.");
  expect(child.exitCode).toBe(1);
});

test("a server that can't start says so and isn't restarted", async () => {
  dieAtStart();
  const child = spawnCluster();
  expect(await lastWords(child)).toBe("Web process 1 ended (code 3) at its start.\n");
  expect(child.exitCode).toBe(1);
});

test.each(["SIGTERM", "SIGKILL"] as const)(
  "when the primary process gets %s, answers in progress are completed",
  async (signal) => {
    const { child, port, first, second } = await startCluster();
    const pids = [(await first.ask<Who>("who")).pid, (await second.ask<Who>("who")).pid];
    const answers = [first, second].map((line) => line.begin("slow"));
    await Promise.all(answers.map(({ hasBegun }) => hasBegun));
    child.kill(signal);
    await until(() => isRefusing(port), patienceMs);
    letSlowAnswersEnd();
    for (const { answer } of answers) expect((await answer).text).toBe("beginning end");
    await endOf(child);
    const isRunning = (pid: number) => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };
    await until(() => !pids.some(isRunning), patienceMs);
    if (signal === "SIGTERM") expect(child.exitCode).toBe(0);
  },
);
