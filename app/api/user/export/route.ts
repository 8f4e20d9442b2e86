import { exportAccount } from "@/lib/features/your-data/export-service";
import { route } from "@/lib/http/route";

export const GET = route({
  summary: "A ZIP of what the album holds about the caller, with the originals of their uploads.",
  access: "user",
  refusesDirectAccess: true,
  answer: "file",
  handler: ({ actor }) => exportAccount(actor),
});
