import type { Failure } from "@/cli/failures";

/** One line of `--json`. `event` names its kind; the other fields of each kind are stable. */
export interface OutputEvent {
  event: string;
  [field: string]: unknown;
}

/** Results go to standard output, everything about them to standard error. */
export class Output {
  readonly #isJson: boolean;
  readonly #hasProgress: boolean;
  #shown = "";

  constructor(isJson: boolean) {
    this.#isJson = isJson;
    this.#hasProgress = !isJson && process.stderr.isTTY === true;
    // What reads them can end first, as head does: the command still does its work.
    for (const stream of [process.stdout, process.stderr]) {
      stream.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "EPIPE") throw error;
      });
    }
  }

  /** @param text the same for people; omitted if they don't see it */
  emit(event: OutputEvent, text?: string): void {
    if (this.#isJson) process.stdout.write(`${JSON.stringify(event)}\n`);
    else if (text !== undefined) this.#write(process.stdout, text);
  }

  /** For people only. */
  note(text: string): void {
    if (!this.#isJson) this.#write(process.stderr, text);
  }

  help(text: string): void {
    process.stdout.write(text);
  }

  fail({ message, outcome }: Failure): void {
    if (this.#isJson) this.emit({ event: "error", error: outcome, message });
    else this.#write(process.stderr, message);
  }

  /** A line that replaces the one before, on a terminal only. */
  progress(text: string): void {
    if (!this.#hasProgress) return;
    const width = Math.max(20, (process.stderr.columns ?? 80) - 1);
    const line = text.slice(0, width);
    process.stderr.write(`\r${line.padEnd(this.#shown.length)}`);
    this.#shown = line;
  }

  endProgress(): void {
    if (this.#shown) process.stderr.write(`\r${" ".repeat(this.#shown.length)}\r`);
    this.#shown = "";
  }

  #write(stream: NodeJS.WriteStream, text: string): void {
    this.endProgress();
    stream.write(`${text}\n`);
  }
}
