import { Input, Label } from "@medusajs/ui"
import { type ReactNode, useId } from "react"
import { useTranslation } from "react-i18next"
import type { SettingFieldProps } from "../../lib/setting-input"
import { FieldGroup } from "../form/field-group"

/** A duration in hours and minutes. */
export function DurationField({
  setting: { name },
  form,
  locked,
}: SettingFieldProps<"duration">) {
  const { t } = useTranslation("stablecoin")
  return (
    <FieldGroup
      label={t(`settings.field.${name}`)}
      hint={locked ?? t(`settings.hint.${name}`)}
      error={form.formState.errors[name]?.message}
    >
      <div className="flex items-center gap-x-4">
        {(["hours", "minutes"] as const).map((unit) => (
          <Unit key={unit} label={t(`settings.value.${unit}`)}>
            {(id) => (
              <Input
                id={id}
                type="number"
                min={0}
                disabled={locked !== undefined}
                {...form.register(`${name}.${unit}`)}
              />
            )}
          </Unit>
        ))}
      </div>
    </FieldGroup>
  )
}

function Unit({
  label,
  children,
}: {
  label: string
  children: (id: string) => ReactNode
}) {
  const id = useId()
  return (
    <div className="flex items-center gap-x-2">
      <div className="w-20">{children(id)}</div>
      <Label htmlFor={id} size="small" className="text-ui-fg-subtle">
        {label}
      </Label>
    </div>
  )
}
