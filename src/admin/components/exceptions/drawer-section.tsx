import { Heading } from "@medusajs/ui"
import type { ReactNode } from "react"

/** A section of a drawer, with its heading. */
export function DrawerSection({
  title,
  children,
}: {
  title: string
  children: ReactNode
}) {
  return (
    <section className="flex flex-col gap-y-2 px-6 py-4">
      <Heading level="h2">{title}</Heading>
      <div className="txt-small text-ui-fg-subtle flex flex-col gap-y-2">
        {children}
      </div>
    </section>
  )
}
