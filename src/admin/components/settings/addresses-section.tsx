import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { Settings } from "../../lib/settings"
import { Rows, Section } from "../section"
import { AddressesDrawer } from "./addresses-drawer"
import { EditButton } from "./edit-button"
import { SettingRow } from "./setting-row"

/** The URLs where the gateway reaches the store, and to which buyers return. */
export function AddressesSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const [open, setOpen] = useState(false)
  const { general } = settings
  const title = t("settings.addresses.title")
  return (
    <Section
      title={title}
      actions={<EditButton what={title} onClick={() => setOpen(true)} />}
    >
      <Rows>
        <SettingRow
          label={t("settings.field.backend_url")}
          setting={general.backend_url}
        >
          {(url) => url}
        </SettingRow>
        <SettingRow
          label={t("settings.field.storefront_urls")}
          setting={general.storefront_urls}
        >
          {(urls) => (
            <ul>
              {urls.map((url) => (
                <li key={url}>{url}</li>
              ))}
            </ul>
          )}
        </SettingRow>
        {(["success_url", "cancel_url"] as const).map((name) => (
          <SettingRow
            key={name}
            label={t(`settings.field.${name}`)}
            setting={general[name]}
            otherwise={t(`settings.addresses.otherwise.${name}`)}
          >
            {(url) => <span className="break-all">{url}</span>}
          </SettingRow>
        ))}
      </Rows>
      <AddressesDrawer
        settings={settings}
        open={open}
        onClose={() => setOpen(false)}
      />
    </Section>
  )
}
