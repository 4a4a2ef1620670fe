import { useTranslation } from "react-i18next"
import { type FormSection, settingsOf } from "../../../settings"
import { changeOf, inputsOf, type SettingInputs } from "../../lib/setting-input"
import type { Settings } from "../../lib/settings"
import { useLock } from "../../lib/use-lock"
import { useSettingsForm } from "../../lib/use-settings-form"
import { DrawerShell } from "../drawer-shell"
import { DrawerForm } from "../form/drawer-form"
import { SettingField } from "./setting-field"

type Props = { section: FormSection; settings: Settings; onClose: () => void }

/** The form of a section of declared settings. */
export function FormDrawer({ open, ...props }: Props & { open: boolean }) {
  const { t } = useTranslation("stablecoin")
  return (
    <DrawerShell
      open={open}
      onClose={props.onClose}
      title={t(`settings.${props.section}.title`)}
      description={t(`settings.${props.section}.text`)}
    >
      <SettingsForm {...props} />
    </DrawerShell>
  )
}

function SettingsForm({ section, settings, onClose }: Props) {
  const lock = useLock()
  const declared = settingsOf(section)
  const values = settings.general
  const before = inputsOf(declared, values)
  const { form, onSubmit, isSaving, problem } = useSettingsForm<SettingInputs>({
    version: settings.version,
    area: "general",
    values: before,
    changeOf: (typed) => changeOf(declared, before, typed),
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
