import "@testing-library/jest-dom";
import { TextDecoder, TextEncoder } from "node:util";
import { configure } from "@testing-library/react";

// Its second is not enough for a busy machine to load the code of a part that is fetched later.
configure({ asyncUtilTimeout: 10_000 });

// What browsers have and jsdom has not.
Object.assign(globalThis, { TextEncoder, TextDecoder });

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Nothing ever comes into view. Without it, Next's links change their state by themselves a moment after a test began.
globalThis.IntersectionObserver ??= class {
  readonly root = null;
  readonly rootMargin = "";
  readonly scrollMargin = "";
  readonly thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
};

Element.prototype.scrollIntoView ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};

window.matchMedia ??= (query: string) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
