import "@testing-library/jest-dom";
import { TextDecoder, TextEncoder } from "node:util";
import { configure } from "@testing-library/react";
import * as React from "react";

// The default of a second isn't enough on a busy machine, which also loads code that is fetched later.
configure({ asyncUtilTimeout: 60_000 });

// For its developer tools, React records where each of thousands of elements was created, which takes a twelfth of
// these tests' time. It stops after 10,000 within a second, so here it always has.
const internals: object | undefined = Reflect.get(
  React,
  "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
);
if (internals && "recentlyCreatedOwnerStacks" in internals) {
  Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => 10_000, set: () => {} });
}

// Browser features that jsdom lacks.
Object.assign(globalThis, { TextEncoder, TextDecoder });

globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

// Nothing ever comes into view. Without this, Next's links change their state a moment after a test begins.
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

Blob.prototype.arrayBuffer ??= function (this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error);
    reader.readAsArrayBuffer(this);
  });
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
