import {
  settingsOf,
  type FormSection,
  type FormSetting,
} from "../../../settings"
import { inputsOf, valuesOf } from "../../lib/setting-input"
import { isInConfig, type Settings } from "../../lib/settings"
import { useNumberText, useSettingsForm } from "../../lib/use-settings-form"
import { DrawerForm } from "../form/drawer-form"
import { Rows } from "../section"
import { EditableSection } from "./editable-section"
import { SettingField } from "./setting-field"
import type { AdminGeneralSettings } from "../../../http-types"
import en from "../../i18n/en/settings.json"
import { hasKey } from "../../lib/has-key"
import { useTexts } from "../../lib/use-texts"
import { SettingRow } from "./setting-row"

type Props = { section: FormSection; settings: Settings }

/** A section of declared settings, and the drawer to edit them. */
export function SettingsFormSection({ section, settings }: Props) {
  const { t } = useTexts()
  const values = settings.general
  const declared = settingsOf(section)
  const editable = declared.filter(({ name }) => !isInConfig(values[name]))
  return (
    <EditableSection
      title={t(`settings.${section}.title`)}
      text={t(`settings.${section}.text`)}
      isReadOnly={editable.length === 0}
      form={(onClose) => <SettingsForm {...{ editable, settings, onClose }} />}
    >
      <Rows>
        {declared.map((setting) => (
          <SettingValue key={setting.name} {...{ setting, values }} />
        ))}
      </Rows>
    </EditableSection>
  )
}

function SettingsForm({
  editable,
  settings,
  onClose,
}: {
  editable: FormSetting[]
  settings: Settings
  onClose: () => void
}) {
  const { form, ...drawer } = useSettingsForm({
    version: settings.version,
    area: "general",
    values: inputsOf(editable, settings.general),
    settingsOf: (typed) => valuesOf(editable, typed),
    onDone: onClose,
  })
  return (
    <DrawerForm {...drawer}>
      {editable.map((setting) => (
        <SettingField key={setting.name} {...{ setting, form }} />
      ))}
    </DrawerForm>
  )
}

type ValueProps = { setting: FormSetting; values: AdminGeneralSettings }

/** A row with the effective value of a declared setting. */
function SettingValue({ setting, values }: ValueProps) {
  const { t } = useTexts()
  const { name } = setting
  return (
    <SettingRow
      label={t(`settings.field.${name}`)}
      setting={values[name]}
      otherwise={
        hasKey(en.otherwise, name) ? t(`settings.otherwise.${name}`) : undefined
      }
    >
      {values[name].value === null ? null : (
        <ValueText setting={setting} values={values} />
      )}
    </SettingRow>
  )
}

/** A value that is set, by its kind. */
function ValueText({ setting, values }: ValueProps) {
  const { t } = useTexts()
  const numberText = useNumberText()
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
        : numberText(value ?? 0, "unit" in setting ? setting.unit : undefined)
    }
    case "address":
    case "template":
      return <span className="break-all">{values[setting.name].value}</span>
    case "text":
      return values[setting.name].value
  }
}
