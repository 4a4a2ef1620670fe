import { Hint, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import { Optional } from "../field"

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
  const id = useId()
  const described = [
    hint ? `${id}-hint` : "",
    error ? `${id}-error` : "",
  ].filter(Boolean)
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-y-1.5"
      aria-describedby={described.join(" ") || undefined}
    >
      <Text asChild size="small" leading="compact" weight="plus">
        <legend className="mb-1.5">
          {label}
          {optional && <Optional />}
        </legend>
      </Text>
      {children}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && (
        <Hint id={`${id}-error`} variant="error" role="alert">
          {error}
        </Hint>
      )}
    </fieldset>
  )
}
