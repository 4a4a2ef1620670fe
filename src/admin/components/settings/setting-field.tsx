import { Input, Label, RadioGroup, Textarea } from "@medusajs/ui"
import { type ComponentProps, useId } from "react"
import { Controller, type UseFormReturn } from "react-hook-form"
import { useTranslation } from "react-i18next"
import { DAY, type FormSetting } from "../../../settings"
import type { SettingInputs } from "../../lib/setting-input"
import { Field } from "../field"
import { FieldGroup } from "../form/field-group"

type Props<Kind extends FormSetting["kind"] = FormSetting["kind"]> = {
  setting: Extract<FormSetting, { kind: Kind }>
  form: UseFormReturn<SettingInputs>
  /** Why it can't be changed here. */
  locked: string | undefined
}

/** Edits a declared setting, by its kind. */
export function SettingField({ setting, ...props }: Props) {
  switch (setting.kind) {
    case "choice":
      return <ChoiceField setting={setting} {...props} />
    case "duration":
      return <DurationField setting={setting} {...props} />
    default:
      return <TextField setting={setting} {...props} />
  }
}

/** One of a setting's choices, each with its explanation. */
function ChoiceField({ setting, form, locked }: Props<"choice">) {
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

/** A duration in hours and minutes. */
function DurationField({ setting: { name }, form, locked }: Props<"duration">) {
  const { t } = useTranslation("stablecoin")
  const id = useId()
  return (
    <FieldGroup
      label={t(`settings.field.${name}`)}
      hint={locked ?? t(`settings.hint.${name}`)}
      error={form.formState.errors[name]?.message}
    >
      <div className="flex items-center gap-x-4">
        {(["hours", "minutes"] as const).map((unit) => (
          <div key={unit} className="flex items-center gap-x-2">
            <div className="w-20">
              <Input
                id={`${id}-${unit}`}
                type="number"
                min={0}
                disabled={locked !== undefined}
                {...form.register(`${name}.${unit}`)}
              />
            </div>
            <Label
              htmlFor={`${id}-${unit}`}
              size="small"
              className="text-ui-fg-subtle"
            >
              {t(`settings.value.${unit}`)}
            </Label>
          </div>
        ))}
      </div>
    </FieldGroup>
  )
}

type TextKind = Exclude<FormSetting["kind"], "choice" | "duration">

function TextField({ setting, form, locked }: Props<TextKind>) {
  const { t } = useTranslation("stablecoin")
  const { name, kind } = setting
  const input = { ...form.register(name), disabled: locked !== undefined }
  return (
    <Field
      label={t(`settings.field.${name}`)}
      hint={locked ?? t(`settings.hint.${name}`)}
      error={form.formState.errors[name]?.message}
    >
      {(control) =>
        kind === "origins" ? (
          <Textarea {...control} {...input} rows={3} />
        ) : (
          <Input {...control} {...input} {...inputProps(setting)} />
        )
      }
    </Field>
  )
}

function inputProps(
  setting: Props<TextKind>["setting"]
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
