import { badInput } from "@/lib/http/errors";

/**
 * Refuses a variable that the mail has no value for: its paragraph would be silently left out.
 * @throws AppError 400 naming the field
 */
export function requireKnownVariables(field: string, text: string, variables: readonly string[]): void {
  for (const [whole, name = ""] of text.matchAll(/\{\{([^{}]*)\}\}/g)) {
    if (variables.includes(name)) continue;
    const known = variables.map((one) => `{{${one}}}`).join(", ");
    throw badInput(field, `${whole} has no value in this email. You can use ${known}.`);
  }
  if (/\{\{|\}\}/.test(text.replace(/\{\{\w+\}\}/g, ""))) {
    throw badInput(field, "There is an extra {{ or }}. Write a variable like this: {{username}}.");
  }
}
