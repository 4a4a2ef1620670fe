import { Text } from "@medusajs/ui"
import type { ReactNode } from "react"
import { Optional, useNotes } from "../field"

/** Several controls of one setting, with a common hint and error. */
export function FieldGroup({
  label,
  optional,
  hint,
  error,
  children,
}: {
  label: string
  optional?: boolean
  hint?: string
  error?: string
  children: ReactNode
}) {
  const { notes, describedBy } = useNotes({ hint, error })
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-y-1.5"
      aria-describedby={describedBy}
    >
      <Text asChild size="small" leading="compact" weight="plus">
        <legend className="mb-1.5">
          {label}
          {optional && <Optional />}
        </legend>
      </Text>
      {children}
      {notes}
    </fieldset>
  )
}
