import { Mail, Users } from "lucide-react";
import type { ReactNode } from "react";
import { Greeting } from "@/components/home/greeting";
import { LineDrawing } from "@/components/ui/line-drawing";

/** Home of somebody who is signed in and belongs to no family yet. */
export function NoFamilyHome({ greetedName }: { greetedName: string }) {
  return (
    <section
      aria-label="Create or join a family"
      className="card mx-auto max-w-2xl px-5 py-8 md:px-10 md:py-11"
    >
      <div className="flex flex-col items-center text-center">
        <LineDrawing name="tray" />
        <div className="mt-5">
          <Greeting name={greetedName} />
        </div>
        <p className="mt-3 max-w-lg text-ink-soft">
          Your account is ready, and it belongs to no family yet. There are two ways into an album.
        </p>
      </div>
      <ul className="mt-7 grid gap-4">
        <Way icon={<Mail aria-hidden="true" />} title="Join a family">
          Ask an admin of your family's album for an invitation. It comes as a link; open it, and you are in.
        </Way>
        <Way icon={<Users aria-hidden="true" />} title="Create a family">
          A new family starts with its own signup: sign out, choose the family signup, and you are its owner.
        </Way>
      </ul>
    </section>
  );
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4 rounded-2xl bg-sunk p-4 md:p-5 [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:flex-none [&>svg]:text-accent-strong">
      {icon}
      <div>
        <h2 className="text-step-1">{title}</h2>
        <p className="mt-1 text-ink-soft">{children}</p>
      </div>
    </li>
  );
}
