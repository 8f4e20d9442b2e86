import { z } from "zod";

export const packageLinkSchema = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export type PackageLinkDto = z.infer<typeof packageLinkSchema>;

export const sendPrintOrderSchema = z.object({
  provider: z.string("Please choose a print provider").max(100),
});

/** Whatever isn't a provider's name is not found. */
export const printProviderParams = z.object({ name: z.string().max(100) });
/** Whatever we did not sign is not found. */
export const printPackageParams = z.object({ token: z.string().max(200) });
export const webhookQuery = z.object({ token: z.string().max(200).default("") });

export const providerCheckSchema = z.object({ label: z.string(), isOk: z.boolean(), detail: z.string() });
export const providerTestSchema = z.object({
  provider: z.string(),
  label: z.string(),
  isOk: z.boolean(),
  durationMs: z.number(),
  checks: z.array(providerCheckSchema),
});
export type ProviderTestDto = z.infer<typeof providerTestSchema>;

export const providerCallSchema = z.object({
  id: z.string(),
  provider: z.string(),
  action: z.string(),
  orderNumber: z.number().nullable(),
  isOk: z.boolean(),
  detail: z.string(),
  durationMs: z.number(),
  createdAt: z.iso.datetime(),
});

export const printProviderSchema = z.object({
  name: z.string(),
  label: z.string(),
  isConfigured: z.boolean(),
  /** New orders go there by themselves. */
  isChosen: z.boolean(),
  /** What is set, or what is missing. */
  setup: z.string(),
});
export type PrintProviderDto = z.infer<typeof printProviderSchema>;

export const printDiagnosticsSchema = z.object({
  providers: z.array(printProviderSchema),
  /** Orders of the family by their state. */
  orders: z.array(z.object({ status: z.string(), orders: z.number(), prints: z.number() })),
  /** Entries of the family's ledger by their kind, and what they come to. */
  ledger: z.array(z.object({ kind: z.string(), entries: z.number(), prints: z.number() })),
  packages: z.object({ count: z.number(), bytes: z.number() }),
  /** Orders that need somebody to look at them. */
  troubled: z.array(z.object({ number: z.number(), reason: z.string() })),
  /** Of the last month, the latest first. */
  calls: z.array(providerCallSchema),
});
export type PrintDiagnosticsDto = z.infer<typeof printDiagnosticsSchema>;
