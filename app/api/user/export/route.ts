import { route } from "@/lib/http/route";
import { exportAccount } from "@/lib/operations/your-data/server/export-service";

export const GET = route({
  summary: "A ZIP of what the album holds about the caller, with the originals of their uploads.",
  access: "user",
  refusesDirectAccess: true,
  answer: "file",
  handler: ({ actor }) => exportAccount(actor),
});
