"use client";

import { Search } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";

/** Specification 9.1. */
const debounceMs = 300;

export interface SearchBoxProps {
  label: string;
  placeholder: string;
  onSearch: (text: string) => void;
  className?: string;
}

/** Searches once someone pauses typing. */
export function SearchBox({ label, placeholder, onSearch, className }: SearchBoxProps) {
  const id = useId();
  const [typed, setTyped] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <div className={className}>
      <Label htmlFor={id}>{label}</Label>
      <span className="relative block">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-5 text-ink-soft"
        />
        <Input
          id={id}
          type="search"
          value={typed}
          maxLength={200}
          autoComplete="off"
          placeholder={placeholder}
          className="pl-11"
          onChange={(event) => setTyped(event.target.value)}
        />
      </span>
    </div>
  );
}
