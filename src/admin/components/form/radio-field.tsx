import { RadioGroup } from "@medusajs/ui"
import {
  type FieldValues,
  type Path,
  useController,
  type UseFormReturn,
} from "react-hook-form"
import { FieldGroup } from "./field-group"

type RadioFieldProps<Values extends FieldValues> = {
  form: Pick<UseFormReturn<Values>, "control">
  name: Path<Values>
  label: string
  hint?: string
  /** The text if nothing is chosen. Absent where a choice is optional. */
  missing?: string
  isOptional?: boolean
  choices: readonly { value: string; label: string; description: string }[]
}

/** Chooses one of a few values, each with its explanation. */
export function RadioField<Values extends FieldValues>({
  form: { control },
  name,
  label,
  hint,
  missing,
  isOptional,
  choices,
}: RadioFieldProps<Values>) {
  const rules = { required: missing ?? false }
  const { field, fieldState } = useController({ control, name, rules })
  return (
    <FieldGroup
      label={label}
      optional={isOptional}
      hint={hint}
      error={fieldState.error?.message}
    >
      <RadioGroup
        aria-label={label}
        aria-invalid={fieldState.invalid}
        aria-required={missing !== undefined}
        value={field.value}
        onValueChange={field.onChange}
      >
        {choices.map((choice, index) => (
          <RadioGroup.ChoiceBox
            key={choice.value}
            ref={index === 0 ? field.ref : undefined}
            className="[&>div:first-child]:shrink-0"
            {...choice}
          />
        ))}
      </RadioGroup>
    </FieldGroup>
  )
}
