import { z } from "zod";
import type { Prisma } from "@/lib/db";
import {
  type BulkOptions,
  type EnqueueOptions,
  enqueue,
  enqueueAll,
  type TaskContext,
} from "@/lib/platform/queue/queue";

/** What can be asked of the queue: a name in its rows, and what the payload holds. */
export class TaskDeclaration<Schema extends z.ZodType<object, object>> {
  constructor(
    readonly name: string,
    readonly schema: Schema,
  ) {}

  /** Adds a job. With `executor`, a transaction, the job exists exactly when the transaction's rows do. */
  enqueue(
    payload: z.input<Schema>,
    options: EnqueueOptions = {},
    executor?: Pick<Prisma.TransactionClient, "$executeRaw">,
  ): Promise<void> {
    return enqueue(this.name, payload, options, executor);
  }

  /** Adds many jobs in one statement: all of them or, should it fail, none. */
  enqueueAll(
    jobs: readonly { payload: z.input<Schema>; jobKey?: string }[],
    options: BulkOptions = {},
  ): Promise<void> {
    return enqueueAll(this.name, jobs, options);
  }

  /** Says what does it; the payload is checked first: rows may be older than the code. */
  handledBy(handle: (payload: z.output<Schema>, context: TaskContext) => Promise<unknown>): Task<Schema> {
    return new Task(this, handle);
  }
}

/** A declaration with what does it. */
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

/** Of tasks that the clock asks for. */
export const noPayload = z.object({});

/**
 * Declares a task whose handler is not known here: those who ask for it stand below the feature that does it, or that
 * feature imports them.
 */
export const declareTask = <Schema extends z.ZodType<object, object>>(name: string, payload: Schema) =>
  new TaskDeclaration(name, payload);

/** Declares a task beside its handler. `server/tasks.ts` lists them all. */
export const defineTask = <Schema extends z.ZodType<object, object>>(
  name: string,
  payload: Schema,
  handle: (payload: z.output<Schema>, context: TaskContext) => Promise<unknown>,
): Task<Schema> => declareTask(name, payload).handledBy(handle);
