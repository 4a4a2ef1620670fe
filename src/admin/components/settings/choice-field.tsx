import { RadioGroup } from "@medusajs/ui"
import { Controller } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { SettingFieldProps } from "../../lib/setting-input"
import { FieldGroup } from "../form/field-group"

/** One of a setting's choices, each with its explanation. */
export function ChoiceField({
  setting,
  form,
  locked,
}: SettingFieldProps<"choice">) {
  const { t } = useTranslation("stablecoin")
  const { name, choices } = setting
  const label = t(`settings.field.${name}`)
  return (
    <FieldGroup
      label={label}
      hint={locked}
      error={form.formState.errors[name]?.message}
    >
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <RadioGroup
            aria-label={label}
            value={field.value}
            onValueChange={field.onChange}
            disabled={locked !== undefined}
          >
            {choices.map((choice) => (
              <RadioGroup.ChoiceBox
                key={choice}
                value={choice}
                className="[&>div:first-child]:shrink-0"
                label={t(`settings.choice.${choice}.name`)}
                description={t(`settings.choice.${choice}.text`)}
              />
            ))}
          </RadioGroup>
        )}
      />
    </FieldGroup>
  )
}
