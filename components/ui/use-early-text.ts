import { type Ref, type RefCallback, useEffect, useRef } from "react";

type Box = HTMLInputElement | HTMLTextAreaElement;

/** Those that hold a text; the value of any other isn't typed. */
const typedIn = new Set(["text", "textarea", "email", "password", "tel", "search", "url", "number", "date"]);

/** As if it were typed: past React's own property, which would take no notice of the event. */
function announce(box: Box, text: string, begun: string): void {
  box.value = begun;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set?.call(box, text);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Keeps what was typed, or filled in by the browser, before React took the page over, which takes seconds on a slow line.
 * React goes on with the text it began with, so the next render would clear a box whose text React keeps.
 * @param ref the box's own, to which it is passed on
 * @param begun the value that it is rendered with
 */
export function useEarlyText<B extends Box>(ref: Ref<B> | undefined, begun: unknown): RefCallback<B> {
  const box = useRef<B | null>(null);
  const early = useRef<string | null>(null);
  const beginning = useRef(String(begun ?? ""));

  useEffect(() => {
    const [element, text, begun] = [box.current, early.current, beginning.current];
    early.current = null;
    if (!element || text === null) return;
    // One box after the other: a form can only add to what it knew when it was drawn last.
    const timer = setTimeout(() => announce(element, element.value === begun ? text : element.value, begun));
    return () => clearTimeout(timer);
  }, []);

  return (element) => {
    const isFirst = element !== null && box.current === null;
    if (isFirst && typedIn.has(element.type) && element.value !== beginning.current)
      early.current = element.value;
    if (element) box.current = element;
    if (typeof ref === "function") return ref(element);
    if (ref) ref.current = element;
  };
}
