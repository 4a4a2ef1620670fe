import { useState } from "react"
import { useTranslation } from "react-i18next"
import { type FormSection, settingsOf } from "../../../settings"
import type { Settings } from "../../lib/settings"
import { Rows, Section } from "../section"
import { EditButton } from "./edit-button"
import { FormDrawer } from "./form-drawer"
import { SettingValue } from "./setting-value"

/** A section of declared settings, and the drawer to edit them. */
export function SettingsFormSection({
  section,
  settings,
}: {
  section: FormSection
  settings: Settings
}) {
  const { t } = useTranslation("stablecoin")
  const [open, setOpen] = useState(false)
  const title = t(`settings.${section}.title`)
  return (
    <Section
      title={title}
      actions={<EditButton what={title} onClick={() => setOpen(true)} />}
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
      <FormDrawer
        section={section}
        settings={settings}
        open={open}
        onClose={() => setOpen(false)}
      />
    </Section>
  )
}
