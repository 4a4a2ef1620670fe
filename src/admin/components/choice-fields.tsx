import { Checkbox, Label, RadioGroup } from "@medusajs/ui"
import type { ComponentProps, Ref } from "react"
import { type FieldValues, useController } from "react-hook-form"
import { type Bound, FieldGroup, useNotes } from "./field"

type CheckFieldProps = {
  label: string
  hint?: string
  value: boolean
  inputRef?: Ref<HTMLButtonElement>
  onChange: (value: boolean) => void
}

export function CheckField(props: CheckFieldProps) {
  const { label, hint, value, inputRef, onChange } = props
  const { id, notes, describedBy } = useNotes({ hint })
  return (
    <div className="flex flex-col gap-y-1.5">
      <div className="flex items-center gap-x-2">
        <Checkbox
          id={id}
          ref={inputRef}
          aria-describedby={describedBy}
          checked={value}
          onCheckedChange={(checked) => onChange(checked === true)}
        />
        <Label htmlFor={id} size="small" weight="plus">
          {label}
        </Label>
      </div>
      {notes}
    </div>
  )
}

/** The same of a form. */
export function CheckboxField<Values extends FieldValues>({
  form: { control },
  name,
  ...text
}: Bound<Values> & { label: string; hint?: string }) {
  const { ref, value, onChange } = useController({ control, name }).field
  return <CheckField {...text} inputRef={ref} {...{ value, onChange }} />
}

type RadioFieldProps<Values extends FieldValues> = Bound<Values> & {
  label: string
  /** The text if nothing is chosen. Absent where a choice is optional. */
  missing?: string
  choices: RadioChoicesProps["choices"]
}

/** Chooses one of a few values of a form, each with its explanation. */
export function RadioField<Values extends FieldValues>({
  form: { control },
  name,
  missing,
  ...choices
}: RadioFieldProps<Values>) {
  const rules = { required: missing ?? false }
  const { field, fieldState } = useController({ control, name, rules })
  return (
    <RadioChoices
      {...choices}
      error={fieldState.error?.message}
      firstRef={field.ref}
      aria-invalid={fieldState.invalid}
      aria-required={missing !== undefined}
      value={field.value}
      onValueChange={field.onChange}
    />
  )
}

type RadioChoicesProps = ComponentProps<typeof RadioGroup> & {
  label: string
  error?: string
  choices: readonly { value: string; label: string; description: string }[]
  firstRef?: Ref<HTMLButtonElement>
}

export function RadioChoices({
  label,
  error,
  choices,
  firstRef,
  ...group
}: RadioChoicesProps) {
  return (
    <FieldGroup label={label} error={error}>
      <RadioGroup aria-label={label} {...group}>
        {choices.map((choice, index) => (
          <RadioGroup.ChoiceBox
            key={choice.value}
            ref={index === 0 ? firstRef : undefined}
            className="[&>div:first-child]:shrink-0"
            {...choice}
          />
        ))}
      </RadioGroup>
    </FieldGroup>
  )
}
