import { Input, Textarea } from "@medusajs/ui"
import type { UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import type { FormSetting } from "../../../settings"
import type { SettingInputs } from "../../lib/setting-input"
import { Field } from "../field"
import { RadioField } from "../form/radio-field"

type SettingFieldProps = {
  setting: FormSetting
  form: UseFormReturn<SettingInputs>
}

/** Edits a declared setting, by its kind. */
export function SettingField({ setting, form }: SettingFieldProps) {
  const { t } = useTranslation("stablecoin")
  const { name, kind } = setting
  const label = t(`settings.field.${name}`)
  if (kind === "choice") {
    const choices = setting.choices.map((value) => ({
      value,
      label: t(`settings.choice.${value}.name`),
      description: t(`settings.choice.${value}.text`),
    }))
    return <RadioField {...{ form, name, label, choices }} />
  }
  const input = form.register(name)
  return (
    <Field
      label={label}
      hint={t(`settings.hint.${setting.name}`)}
      error={form.formState.errors[name]?.message}
    >
      {(control) =>
        kind === "origins" ? (
          <Textarea {...control} {...input} rows={3} />
        ) : (
          <Input
            {...control}
            {...input}
            inputMode={kind === "number" ? "numeric" : "text"}
            autoComplete="off"
          />
        )
      }
    </Field>
  )
}
