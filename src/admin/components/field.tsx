import { Hint, Input, Label } from "@medusajs/ui"
import { type ComponentProps, type ReactNode, useId } from "react"
import { useTranslation } from "react-i18next"

type FieldProps = {
  label: string
  hint?: string
  error?: string
  optional?: boolean
  /**
   * Renders the control with the attributes that link it to its label, hint and
   * error.
   */
  children: (control: {
    id: string
    "aria-describedby"?: string
    "aria-invalid": boolean
  }) => ReactNode
}

/** Marks a label as that of an optional control. */
export function Optional() {
  const { t } = useTranslation("stablecoin")
  return (
    <span className="text-ui-fg-subtle font-normal">
      {" "}
      ({t("exceptions.resolve.optional")})
    </span>
  )
}

/** The hint and the error of a control, and the ids that link it to them. */
export function useNotes({ hint, error }: Pick<FieldProps, "hint" | "error">) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`]
  const notes = (
    <>
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
      {error && (
        <Hint id={`${id}-error`} variant="error" role="alert">
          {error}
        </Hint>
      )}
    </>
  )
  const describedBy = described.filter(Boolean).join(" ") || undefined
  return { id, notes, describedBy }
}

/** A control with its label, hint and error. */
export function Field({ label, hint, error, optional, children }: FieldProps) {
  const { id, notes, describedBy } = useNotes({ hint, error })
  return (
    <div className="flex flex-col gap-y-1.5">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
        {optional && <Optional />}
      </Label>
      {children({
        id,
        "aria-invalid": Boolean(error),
        "aria-describedby": describedBy,
      })}
      {notes}
    </div>
  )
}

/** A field for one line of text. */
export function TextField({
  input,
  ...field
}: Omit<FieldProps, "children"> & {
  /** The registered input of a form. */
  input: ComponentProps<typeof Input>
}) {
  return (
    <Field {...field}>
      {(control) => (
        <Input {...control} autoComplete="off" spellCheck={false} {...input} />
      )}
    </Field>
  )
}

/** Props of an input for a secret, which browsers must not fill in. */
export const SECRET_INPUT = { type: "password", autoComplete: "new-password" }
