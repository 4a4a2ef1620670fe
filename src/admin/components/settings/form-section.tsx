import { useTranslation } from "react-i18next"
import { type FormSection, settingsOf } from "../../../settings"
import { inputsOf, valuesOf } from "../../lib/setting-input"
import type { Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { DrawerForm } from "../form/drawer-form"
import { Rows } from "../section"
import { EditableSection } from "./editable-section"
import { SettingField } from "./setting-field"
import { SettingValue } from "./setting-value"

type Props = { section: FormSection; settings: Settings }

/** A section of declared settings, and the drawer to edit them. */
export function SettingsFormSection(props: Props) {
  const { t } = useTranslation("stablecoin")
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
