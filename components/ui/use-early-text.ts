import { type Ref, type RefCallback, useEffect, useRef } from "react";

type Box = HTMLInputElement | HTMLTextAreaElement;

/** Input types that people type text into. */
const typedIn = new Set(["text", "textarea", "email", "password", "tel", "search", "url", "number", "date"]);

/**
 * Simulates typing. Through React's own value property the value would look unchanged, and React would ignore the
 * event.
 */
function announce(box: Box, text: string, begun: string): void {
  box.value = begun;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(box), "value")?.set?.call(box, text);
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Keeps text typed or autofilled before hydration, which takes seconds on a slow connection. A controlled input's state
 * would still be empty, so its next render would clear the box.
 * @param ref the caller's ref, which gets the element too
 * @param begun the value of the first render
 */
export function useEarlyText<B extends Box>(ref: Ref<B> | undefined, begun: unknown): RefCallback<B> {
  const box = useRef<B | null>(null);
  const early = useRef<string | null>(null);
  const beginning = useRef(String(begun ?? ""));

  useEffect(() => {
    const [element, text, begun] = [box.current, early.current, beginning.current];
    early.current = null;
    if (!element || text === null) return;
    // One box per task: a form that keeps all values in one state has to render between two changes.
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
