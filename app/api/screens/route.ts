import { z } from "zod";
import { pairScreenSchema, screenSchema } from "@/lib/album/screens/schema";
import { listScreens, pairScreen } from "@/lib/album/screens/server/service";
import { route } from "@/lib/http/route";
import { sessionOrigin } from "@/lib/http/session-origin";

export const GET = route({
  summary: "The caller's TVs and frames that show the current family, and what each shows.",
  access: "member",
  answer: z.array(screenSchema),
  handler: ({ actor }) => listScreens(actor),
});

export const POST = route({
  summary: "Pairs the TV or frame that shows this code, and says what it shows.",
  access: "member",
  needsConfirmedEmail: true,
  refusesDirectAccess: true,
  body: pairScreenSchema,
  answer: screenSchema,
  status: 201,
  isCreating: true,
  rateLimit: { name: "screen-pairing", points: 60, seconds: 900 },
  handler: (context) => pairScreen(context.actor, context.body, sessionOrigin(context)),
});
