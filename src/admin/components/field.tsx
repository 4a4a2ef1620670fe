import { Hint, Input, Label, Select, Text, Textarea } from "@medusajs/ui"
import { type HTMLAttributes, type ReactNode, useId } from "react"
import type {
  FieldValues,
  Path,
  RegisterOptions,
  UseFormReturn,
} from "react-hook-form"
import { useTranslation } from "react-i18next"

type Notes = { hint?: string; error?: string }

type FieldProps = Notes & {
  label: string
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

/** The hint and the error of a control, and the ids that link it to them. */
export function useNotes({ hint, error }: Notes) {
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
  const { t } = useTranslation("stablecoin")
  const { id, notes, describedBy } = useNotes({ hint, error })
  return (
    <div className="flex flex-col gap-y-1.5">
      <Label htmlFor={id} size="small" weight="plus">
        {label}
        {optional && (
          <span className="text-ui-fg-subtle font-normal">
            {` (${t("exceptions.resolve.optional")})`}
          </span>
        )}
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

/** The place of a field in its form. */
export type Bound<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: Path<Values>
}

type TextFieldProps<Values extends FieldValues> = Bound<Values> & {
  rules?: RegisterOptions<Values, Path<Values>>
  /** Of a field for several lines. */
  rows?: number
  input?: HTMLAttributes<HTMLElement> & {
    type?: string
    autoComplete?: string
    maxLength?: number
  }
} & Omit<FieldProps, "children">

export function TextField<Values extends FieldValues>({
  form,
  name,
  rules,
  rows,
  input,
  ...field
}: TextFieldProps<Values>) {
  const { error } = form.getFieldState(name, form.formState)
  const props = {
    autoComplete: "off",
    spellCheck: false,
    ...input,
    ...form.register(name, rules),
  }
  return (
    <Field {...field} error={error?.message ?? field.error}>
      {(control) =>
        rows ? (
          <Textarea {...control} {...props} rows={rows} />
        ) : (
          <Input {...control} {...props} />
        )
      }
    </Field>
  )
}

/** Props of an input for a secret, which browsers must not fill in. */
export const SECRET_INPUT = { type: "password", autoComplete: "new-password" }

type FieldGroupProps = Notes & { label: string; children: ReactNode }

/** Several controls of one setting, with a common hint and error. */
export function FieldGroup({ label, hint, error, children }: FieldGroupProps) {
  const { notes, describedBy } = useNotes({ hint, error })
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-y-1.5"
      aria-describedby={describedBy}
    >
      <Text asChild size="small" leading="compact" weight="plus">
        <legend className="mb-1.5">{label}</legend>
      </Text>
      {children}
      {notes}
    </fieldset>
  )
}

type ChoiceProps<T extends string | number> = {
  label: string
  value: T
  values: readonly T[]
  nameOf: (value: T) => string
  className?: string
  onChange: (value: T) => void
}

export function Choice<T extends string | number>(props: ChoiceProps<T>) {
  const { label, value, values, nameOf, className, onChange } = props
  return (
    <Select
      size="small"
      value={String(value)}
      onValueChange={(text) => {
        const chosen = values.find((one) => String(one) === text)
        if (chosen !== undefined) {
          onChange(chosen)
        }
      }}
    >
      <Select.Trigger aria-label={label} className={className}>
        <Select.Value />
      </Select.Trigger>
      <Select.Content>
        {values.map((one) => (
          <Select.Item key={one} value={String(one)}>
            {nameOf(one)}
          </Select.Item>
        ))}
      </Select.Content>
    </Select>
  )
}
