import type { UseFormReturn } from "react-hook-form"
import {
  type FormSection,
  type FormSetting,
  settingsOf,
} from "../../../settings"
import en from "../../i18n/en/settings.json"
import { hasKey } from "../../lib/has-key"
import {
  type DeclaredValues,
  inputsOf,
  type SettingInputs,
  valuesOf,
} from "../../lib/setting-input"
import { isInConfig, useDeclaredValues } from "../../lib/settings"
import { useSettingsForm } from "../../lib/use-settings-form"
import { useTexts } from "../../lib/use-texts"
import { DrawerForm } from "../drawer-shell"
import { RadioField } from "../choice-fields"
import { TextField } from "../field"
import { Rows } from "../section"
import { EditableSection } from "./editable-section"
import { PricePreview } from "./price-preview"
import { SettingRow } from "./setting-row"

/** A section of declared settings, and the drawer to edit them. */
export function SettingsFormSection({ section }: { section: FormSection }) {
  const { t } = useTexts()
  const values = useDeclaredValues()
  const declared = settingsOf(section)
  const editable = declared.filter(({ name }) => !isInConfig(values[name]))
  return (
    <EditableSection
      title={t(`settings.${section}.title`)}
      text={t(`settings.${section}.text`)}
      isReadOnly={editable.length === 0}
      form={(onClose) => <SettingsForm {...{ section, editable, onClose }} />}
    >
      {section === "pricing" && <PricePreview className="px-6 py-4" />}
      <Rows>
        {declared.map((setting) => {
          const { name } = setting
          return (
            <SettingRow
              key={name}
              name={name}
              setting={values[name]}
              otherwise={
                hasKey(en.otherwise, name) && t(`settings.otherwise.${name}`)
              }
            >
              {values[name].value !== null && (
                <ValueText {...{ setting, values }} />
              )}
            </SettingRow>
          )
        })}
      </Rows>
    </EditableSection>
  )
}

type SettingsFormProps = {
  section: FormSection
  editable: FormSetting[]
  onClose: () => void
}

function SettingsForm({ section, editable, onClose }: SettingsFormProps) {
  const { form, ...drawer } = useSettingsForm({
    area: section === "pricing" ? "pricing" : "general",
    values: inputsOf(editable, useDeclaredValues()),
    settingsOf: (typed) => valuesOf(editable, typed),
    onDone: onClose,
  })
  return (
    <DrawerForm {...drawer}>
      {section === "pricing" && (
        <PricePreview
          spread={form.watch("spread")}
          className="bg-ui-bg-subtle rounded-lg border px-4 py-3"
        />
      )}
      {editable.map((setting) => (
        <SettingField key={setting.name} {...{ setting, form }} />
      ))}
    </DrawerForm>
  )
}

type ValueProps = { setting: FormSetting; values: DeclaredValues }

function ValueText({ setting, values }: ValueProps) {
  const { t, inUnit } = useTexts()
  switch (setting.kind) {
    case "choice": {
      const { value } = values[setting.name]
      return value && t(`settings.choice.${value}.name`)
    }
    case "origins":
      return (
        <ul>
          {values[setting.name].value?.map((url) => (
            <li key={url}>{url}</li>
          ))}
        </ul>
      )
    case "number": {
      const { value } = values[setting.name]
      return value === 0 && "isZeroUnlimited" in setting
        ? t("settings.value.noLimit")
        : inUnit(value ?? 0, "unit" in setting ? setting.unit : undefined)
    }
    case "percent":
      return `${values[setting.name].value} %`
    case "address":
    case "template":
    case "text":
      return <span className="break-all">{values[setting.name].value}</span>
  }
}

type SettingFieldProps = {
  setting: FormSetting
  form: UseFormReturn<SettingInputs>
}

const INPUT_MODES: Partial<Record<FormSetting["kind"], "numeric" | "decimal">> =
  { number: "numeric", percent: "decimal" }

export function SettingField({ setting, form }: SettingFieldProps) {
  const { t } = useTexts()
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
  return (
    <TextField
      {...{ form, name, label }}
      hint={t(`settings.hint.${setting.name}`)}
      rows={kind === "origins" ? 3 : undefined}
      input={{ inputMode: INPUT_MODES[kind] }}
    />
  )
}
