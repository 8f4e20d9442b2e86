import { Album } from "@/cli/album";
import { readConfig } from "@/cli/config";
import { UsageError } from "@/cli/failures";
import type { Output } from "@/cli/output";

type Value = string | boolean | (string | boolean)[] | undefined;

export interface CommandContext {
  positionals: string[];
  options: Record<string, Value>;
  output: Output;
  signal: AbortSignal;
}

export const textOption = ({ options }: CommandContext, name: string): string | undefined => {
  const value = options[name];
  return typeof value === "string" ? value : undefined;
};

export const hasOption = ({ options }: CommandContext, name: string): boolean => options[name] === true;

/** @throws UsageError for what isn't a whole number within the range */
export function numberOption(
  context: CommandContext,
  name: string,
  [min, max]: readonly [number, number],
): number | undefined {
  const text = textOption(context, name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} must be a number from ${min} to ${max}.`);
}

/** @throws UsageError unless the number of arguments is within the range */
export function requireArguments(
  { positionals }: CommandContext,
  [min, max]: readonly [number, number],
): void {
  if (positionals.length < min) throw new UsageError("Something is missing.");
  const extra = positionals[max];
  if (extra !== undefined) throw new UsageError(`“${extra}” is one argument too many.`);
}

const usualPatienceSeconds = 600;

/** The album that this person is signed in to. @throws Failure */
export async function openAlbum(context: CommandContext, config = readConfig()): Promise<Album> {
  const { output, signal } = context;
  const patienceSeconds = numberOption(context, "wait", [0, 86_400]) ?? usualPatienceSeconds;
  const onWait = (seconds: number, why: string) => {
    output.emit({ event: "waiting", seconds, message: why });
    output.note(`${why} Trying again in ${seconds} s ...`);
  };
  return new Album(await config, signal, { patienceSeconds, onWait });
}
