import { z } from "zod";
import type { Prisma } from "@/lib/db";
import {
  type BulkOptions,
  type EnqueueOptions,
  enqueue,
  enqueueAll,
  type TaskContext,
} from "@/lib/platform/queue/queue";

/** For a job about one row, added whenever it has to be worked on. */
export interface JobOptions extends Pick<EnqueueOptions, "keepsWaiting" | "runAt"> {
  /** With it, the job is committed together with the transaction's rows. */
  client?: Pick<Prisma.TransactionClient, "$executeRaw">;
}

/** A kind of job: its name in the queue's rows, and its payload. */
export class TaskDeclaration<Schema extends z.ZodType<object, object>> {
  constructor(
    readonly name: string,
    readonly schema: Schema,
  ) {}

  /** Adds a job. With `executor`, a transaction, the job is committed together with the transaction's rows. */
  enqueue(
    payload: z.input<Schema>,
    options: EnqueueOptions = {},
    executor?: Pick<Prisma.TransactionClient, "$executeRaw">,
  ): Promise<void> {
    return enqueue(this.name, payload, options, executor);
  }

  /** Adds many jobs in one statement: all of them or, if it fails, none. */
  enqueueAll(
    jobs: readonly { payload: z.input<Schema>; jobKey?: string }[],
    options: BulkOptions = {},
  ): Promise<void> {
    return enqueueAll(this.name, jobs, options);
  }

  /** Sets the handler; the payload is validated first: rows may be older than the code. */
  handledBy(handle: (payload: z.output<Schema>, context: TaskContext) => Promise<unknown>): Task<Schema> {
    return new Task(this, handle);
  }
}

/** A declaration with its handler. */
export class Task<Schema extends z.ZodType<object, object>> extends TaskDeclaration<Schema> {
  readonly #handle: (payload: z.output<Schema>, context: TaskContext) => Promise<unknown>;

  constructor(
    { name, schema }: TaskDeclaration<Schema>,
    handle: (payload: z.output<Schema>, context: TaskContext) => Promise<unknown>,
  ) {
    super(name, schema);
    this.#handle = handle;
  }

  /** Does one job. @throws ZodError; what the handler throws: the queue tries again */
  async run(payload: unknown, context: TaskContext): Promise<void> {
    await this.#handle(this.schema.parse(payload), context);
  }
}

/** For scheduled tasks. */
export const noPayload = z.object({});

/**
 * Declares a task whose handler is not known here: the callers are below the feature that handles it, or that feature
 * imports them.
 */
export const declareTask = <Schema extends z.ZodType<object, object>>(name: string, payload: Schema) =>
  new TaskDeclaration(name, payload);

/** Declares a task together with its handler. `server/tasks.ts` lists them all. */
export const defineTask = <Schema extends z.ZodType<object, object>>(
  name: string,
  payload: Schema,
  handle: (payload: z.output<Schema>, context: TaskContext) => Promise<unknown>,
): Task<Schema> => declareTask(name, payload).handledBy(handle);
