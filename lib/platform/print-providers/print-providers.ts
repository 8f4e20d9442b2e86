import { env } from "@/lib/env";
import { printLab } from "@/lib/platform/print-providers/print-lab";
import type { PrintProvider } from "@/lib/platform/print-providers/print-provider";
import { prodigi } from "@/lib/platform/print-providers/prodigi";

const providers: readonly PrintProvider[] = [printLab, prodigi];

/** Every lab there is, with whether its keys are set. */
export function listPrintProviders(): { provider: PrintProvider; isConfigured: boolean }[] {
  return providers.map((provider) => ({
    provider,
    isConfigured: provider !== prodigi || Boolean(env.PRODIGI_API_KEY),
  }));
}

/** The lab of this name; undefined for a name of none. */
export function findPrintProvider(
  name: string,
): { provider: PrintProvider; isConfigured: boolean } | undefined {
  return listPrintProviders().find(({ provider }) => provider.name === name);
}
