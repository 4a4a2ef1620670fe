import { Input, Textarea } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { useTranslation } from "react-i18next"
import { DAY, type FormSetting } from "../../../settings"
import type { SettingFieldProps } from "../../lib/setting-input"
import { Field } from "../field"
import { ChoiceField } from "./choice-field"
import { DurationField } from "./duration-field"

/** Edits a declared setting, by its kind. */
export function SettingField({ setting, ...props }: SettingFieldProps) {
  switch (setting.kind) {
    case "choice":
      return <ChoiceField setting={setting} {...props} />
    case "duration":
      return <DurationField setting={setting} {...props} />
    default:
      return <TextField setting={setting} {...props} />
  }
}

type TextKind = Exclude<FormSetting["kind"], "choice" | "duration">

function TextField({ setting, form, locked }: SettingFieldProps<TextKind>) {
  const { t } = useTranslation("stablecoin")
  const { name } = setting
  const disabled = locked !== undefined
  return (
    <Field
      label={t(`settings.field.${name}`)}
      hint={locked ?? t(`settings.hint.${name}`)}
      error={form.formState.errors[name]?.message}
    >
      {(control) =>
        setting.kind === "origins" ? (
          <Textarea
            {...control}
            {...form.register(name)}
            rows={3}
            disabled={disabled}
          />
        ) : (
          <Input
            {...control}
            {...form.register(name)}
            {...inputProps(setting)}
            disabled={disabled}
          />
        )
      }
    </Field>
  )
}

function inputProps(
  setting: SettingFieldProps<TextKind>["setting"]
): ComponentProps<typeof Input> {
  switch (setting.kind) {
    case "number":
      return { type: "number", min: setting.min }
    case "days":
      return { type: "number", min: setting.min / DAY }
    default:
      return { type: "text", autoComplete: "off" }
  }
}
