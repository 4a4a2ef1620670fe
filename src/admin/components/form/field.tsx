import { Hint, Label, Text } from "@medusajs/ui"
import { type ReactNode, useId } from "react"

/** What binds a control to its label, its hint and its error. */
export type ControlProps = {
  id: string
  "aria-describedby"?: string
  "aria-invalid"?: boolean
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string
  children: (control: ControlProps) => ReactNode
}

/** One control with its label, a hint, and what is wrong with it. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId()
  return (
    <div className="flex flex-col gap-y-2">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
      </Label>
      {children({ id, ...described(id, hint, error) })}
      <Notes id={id} hint={hint} error={error} />
    </div>
  )
}

/** Several controls that are one question. */
export function FieldGroup({
  label,
  hint,
  error,
  children,
}: Omit<FieldProps, "children"> & { children: ReactNode }) {
  const id = useId()
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-y-2"
      {...described(id, hint, error)}
    >
      <Text asChild size="small" leading="compact" weight="plus">
        <legend className="mb-2">{label}</legend>
      </Text>
      {children}
      <Notes id={id} hint={hint} error={error} />
    </fieldset>
  )
}

function Notes({
  id,
  hint,
  error,
}: Pick<FieldProps, "hint" | "error"> & { id: string }) {
  return (
    <>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && (
        <Hint id={`${id}-error`} variant="error" role="alert">
          {error}
        </Hint>
      )}
    </>
  )
}

function described(id: string, hint: ReactNode, error?: string) {
  const notes = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""]
  const ids = notes.filter(Boolean).join(" ")
  return {
    ...(ids ? { "aria-describedby": ids } : {}),
    ...(error ? { "aria-invalid": true } : {}),
  }
}
