import {
  settingsOf,
  DAY,
  type FormSection,
  type FormSetting,
} from "../../../settings"
import { inputsOf, valuesOf } from "../../lib/setting-input"
import type { Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
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
export function SettingsFormSection(props: Props) {
  const { t } = useTexts()
  const { section, settings } = props
  return (
    <EditableSection
      title={t(`settings.${section}.title`)}
      text={t(`settings.${section}.text`)}
      form={(onClose) => <SettingsForm {...props} onClose={onClose} />}
    >
      <Rows>
        {settingsOf(section).map((setting) => (
          <SettingValue
            key={setting.name}
            setting={setting}
            values={settings.general}
          />
        ))}
      </Rows>
    </EditableSection>
  )
}

function SettingsForm({
  section,
  settings,
  onClose,
}: Props & { onClose: () => void }) {
  const lock = useLock()
  const declared = settingsOf(section)
  const values = settings.general
  const { form, onSubmit, isSaving, problem } = useSettingsForm({
    version: settings.version,
    area: "general",
    values: inputsOf(declared, values),
    settingsOf: (typed) => valuesOf(declared, typed),
    onDone: onClose,
  })
  return (
    <DrawerForm
      onSubmit={onSubmit}
      isSaving={isSaving}
      problem={problem}
      isReadOnly={declared.every(({ name }) => lock(values[name]))}
    >
      {declared.map((setting) => (
        <SettingField
          key={setting.name}
          setting={setting}
          form={form}
          locked={lock(values[setting.name])}
        />
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
  const { t, duration } = useTexts()
  switch (setting.kind) {
    case "choice": {
      const { value } = values[setting.name]
      return value && t(`settings.choice.${value}.name`)
    }
    case "duration":
      return duration(values[setting.name].value ?? 0)
    case "days": {
      const seconds = values[setting.name].value ?? 0
      return t("settings.value.days", { count: Math.round(seconds / DAY) })
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
        : value
    }
    case "address":
    case "template":
      return <span className="break-all">{values[setting.name].value}</span>
    case "text":
      return values[setting.name].value
  }
}
