// As the server and the worker do at startup.
import { handleEvents } from "@/lib/core/events/server/events";
import { eventHandlers } from "@/server/events";

handleEvents(eventHandlers);
