// What the server and the worker say as they start.
import { handleEvents } from "@/lib/core/events/server/events";
import { eventHandlers } from "@/server/events";

handleEvents(eventHandlers);
