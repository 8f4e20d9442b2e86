import { z } from "zod";

export const packageLinkSchema = z.object({ url: z.string(), expiresAt: z.iso.datetime() });
export type PackageLinkDto = z.infer<typeof packageLinkSchema>;

export const sendPrintOrderSchema = z.object({
  provider: z.string("Please choose a print provider").max(100),
});

/** Anything but a provider's name is a 404. */
export const printProviderParams = z.object({ name: z.string().max(100) });
/** Anything that we did not sign is a 404. */
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
  /** New orders go there automatically. */
  isChosen: z.boolean(),
  /** What is configured, or what is missing. */
  setup: z.string(),
});
export type PrintProviderDto = z.infer<typeof printProviderSchema>;

export const printDiagnosticsSchema = z.object({
  providers: z.array(printProviderSchema),
  /** The family's orders by state. */
  orders: z.array(z.object({ status: z.string(), orders: z.number(), prints: z.number() })),
  /** The family's ledger entries by kind, and their sum. */
  ledger: z.array(z.object({ kind: z.string(), entries: z.number(), prints: z.number() })),
  packages: z.object({ count: z.number(), bytes: z.number() }),
  /** Orders that need someone's attention. */
  troubled: z.array(z.object({ number: z.number(), reason: z.string() })),
  /** Calls of the last month, latest first. */
  calls: z.array(providerCallSchema),
});
export type PrintDiagnosticsDto = z.infer<typeof printDiagnosticsSchema>;
