import cluster from "node:cluster";
import { env } from "@/lib/env";
import { processWide } from "@/lib/shared/process-wide";

// The web processes of one server (decision 43). Any other program, and a server with one process, has no siblings.

/** What one process sends to the others; the primary process passes it on. */
export interface SiblingNote {
  topic: string;
  body?: unknown;
  /** The process it comes from; set by the primary. */
  from?: number;
  /** The only process it is for. */
  to?: number;
  /** Set in a question and its answers. */
  question?: number;
}

/** The note in a message between processes; null in any other message. */
export function noteIn(message: unknown): SiblingNote | null {
  return (message as { siblingNote?: SiblingNote } | null)?.siblingNote ?? null;
}

/** How many processes serve this server's port. */
export const webProcesses = (): number => (cluster.isWorker ? (env.WEB_PROCESSES ?? 1) : 1);

/** This process's part of what the server has, or may use, in total. */
export const shareOf = (total: number, atLeast = 1): number =>
  Math.max(atLeast, Math.floor(total / webProcesses()));

/** Whether this is one of several web processes and another one does the background work. */
export const onlyServes = (): boolean => cluster.isWorker && !env.WORKER_IN_PROCESS;

type Listener = (body: unknown) => unknown;

interface Siblings {
  listeners: Map<string, Set<Listener>>;
  questions: Map<number, (answer: unknown) => void>;
  asked: number;
}

const send = (note: SiblingNote) => void process.send?.({ siblingNote: note });

async function receive({ listeners, questions }: Siblings, note: SiblingNote): Promise<void> {
  const { topic, body, from, to, question } = note;
  if (to !== undefined) return questions.get(question ?? 0)?.(body);
  const answers = [...(listeners.get(topic) ?? [])].map((listener) => listener(body));
  if (question === undefined || from === undefined) return;
  const answer = await Promise.resolve(answers[0]).catch(() => null);
  send({ topic, body: answer ?? null, to: from, question });
}

function listen(): Siblings {
  const siblings: Siblings = { listeners: new Map(), questions: new Map(), asked: 0 };
  if (!cluster.isWorker) return siblings;
  process.on("message", (message) => {
    const note = noteIn(message);
    if (note) void receive(siblings, note);
  });
  return siblings;
}

const siblings = () => processWide("siblings", listen);

/** Calls `listener` with what the other processes send; its return value answers a question. */
export function onSiblings(topic: string, listener: Listener): void {
  const { listeners } = siblings();
  listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
}

/** Sends the other processes something that JSON can represent. */
export function tellSiblings(topic: string, body?: unknown): void {
  if (webProcesses() > 1) send({ topic, body });
}

/**
 * Asks the other processes, with something that JSON can represent.
 * @returns the answers that came in time, in no order; null from a process that doesn't know the topic
 */
export function askSiblings(topic: string, body?: unknown, withinMs = 1_000): Promise<unknown[]> {
  const expected = webProcesses() - 1;
  if (expected === 0) return Promise.resolve([]);
  const state = siblings();
  const question = ++state.asked;
  const answers: unknown[] = [];
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(overdue);
      state.questions.delete(question);
      resolve(answers);
    };
    // One of them may have ended.
    const overdue = setTimeout(end, withinMs);
    state.questions.set(question, (answer) => {
      if (answers.push(answer) === expected) end();
    });
    send({ topic, body, question });
  });
}
