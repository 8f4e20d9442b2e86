import { parseArgs } from "node:util";
import { commands } from "@/cli/commands";
import { exitCodes, Failure, type Outcome, UsageError } from "@/cli/failures";
import { Output } from "@/cli/output";

const usage = `keepsake: photos and videos to and from a family's album

${Object.values(commands)
  .map(({ synopsis, summary }) => `  keepsake ${synopsis.padEnd(30)} ${summary}`)
  .join("\n")}

keepsake COMMAND --help explains one. Every command takes --json: one JSON object a line.
`;

/** Ctrl-C aborts what is being sent, and the same command resumes it later. A second Ctrl-C doesn't wait. */
function abortOnInterruption(): AbortController {
  const abort = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.once(name, () => {
      abort.abort();
      process.once(name, () => process.exit(exitCodes.interrupted));
    });
  }
  return abort;
}

function parse(args: string[], options: (typeof commands)[string]["options"]) {
  try {
    const all = { ...options, json: { type: "boolean" }, help: { type: "boolean", short: "h" } } as const;
    return parseArgs({ args, options: all, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

async function run(args: string[], output: Output, signal: AbortSignal): Promise<Outcome> {
  const [name = "", ...rest] = args;
  if (["", "help", "--help", "-h"].includes(name)) {
    output.help(usage);
    return name === "" ? "usage" : "done";
  }
  const command = commands[name];
  if (!command) throw new UsageError(`There is no command “${name}”.`);
  const { values, positionals } = parse(rest, command.options);
  if (values.help) {
    output.help(`keepsake ${command.synopsis}\n\n${command.help}`);
    return "done";
  }
  return command.run({ positionals, options: values, output, signal });
}

const args = process.argv.slice(2);
const output = new Output(args.includes("--json"));
const abort = abortOnInterruption();
try {
  process.exitCode = exitCodes[await run(args, output, abort.signal)];
} catch (error) {
  const failure = abort.signal.aborted
    ? new Failure("interrupted", "Stopped. Run the same command again to continue.")
    : Failure.of(error);
  output.fail(failure);
  process.exitCode = exitCodes[failure.outcome];
  // Anything still being read or sent is no longer needed.
  abort.abort();
}
