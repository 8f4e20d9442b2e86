/** The parts of a service worker's scope that our worker uses: the project's types cover only pages. */
export interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchEvent extends ExtendableEvent {
  request: Request;
  /** Resolves to undefined if the browser did not start the request ahead of the worker. */
  preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

export interface WindowClient {
  url: string;
}

export interface WorkerScope {
  location: { origin: string };
  caches: CacheStorage;
  clients: { matchAll(options: { type: "window" }): Promise<readonly WindowClient[]> };
  addEventListener(type: string, listener: (event: never) => void): void;
}
