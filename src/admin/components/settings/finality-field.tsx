import { Input, RadioGroup } from "@medusajs/ui"
import { Controller } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { SettingFieldProps } from "../../lib/setting-input"
import { FieldGroup } from "../form/field-group"

const COUNTED = "confirmations"
const CHOICES = ["finalized", "safe", COUNTED] as const
/** Two epochs of Ethereum. */
const FIRST_COUNT = "64"

/** The last final block: by its name, or by a number of confirmations. */
export function FinalityField({
  setting: { name },
  form,
  locked,
}: SettingFieldProps<"finality">) {
  const { t } = useTranslation("stablecoin")
  const label = t(`settings.field.${name}`)
  const disabled = locked !== undefined
  return (
    <FieldGroup
      label={label}
      hint={locked}
      error={form.formState.errors[name]?.message}
    >
      <Controller
        control={form.control}
        name={name}
        render={({ field: { value, onChange } }) => {
          const isCounted = value !== "finalized" && value !== "safe"
          return (
            <>
              <RadioGroup
                aria-label={label}
                value={isCounted ? COUNTED : value}
                onValueChange={(choice) =>
                  onChange(choice === COUNTED ? FIRST_COUNT : choice)
                }
                disabled={disabled}
              >
                {CHOICES.map((choice) => (
                  <RadioGroup.ChoiceBox
                    key={choice}
                    value={choice}
                    className="[&>div:first-child]:shrink-0"
                    label={t(`settings.choice.${choice}.name`)}
                    description={t(`settings.choice.${choice}.text`)}
                  />
                ))}
              </RadioGroup>
              {isCounted && !disabled && (
                <Input
                  type="number"
                  min={1}
                  aria-label={t("settings.choice.confirmations.name")}
                  value={value}
                  onChange={({ target }) => onChange(target.value)}
                />
              )}
            </>
          )
        }}
      />
    </FieldGroup>
  )
}
