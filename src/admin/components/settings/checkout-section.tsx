import { useState } from "react"
import { useTranslation } from "react-i18next"
import { DAY, durationOf } from "../../lib/duration"
import type { Settings } from "../../lib/settings"
import { Rows, Section } from "../section"
import { CheckoutDrawer } from "./checkout-drawer"
import { EditButton } from "./edit-button"
import { SettingRow } from "./setting-row"

/** The settings for the checkout and for retention. */
export function CheckoutSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const [open, setOpen] = useState(false)
  const { general } = settings
  const title = t("settings.checkout.title")
  return (
    <Section
      title={title}
      actions={<EditButton what={title} onClick={() => setOpen(true)} />}
    >
      <Rows>
        <SettingRow
          label={t("settings.field.checkout_flow")}
          setting={general.checkout_flow}
        >
          {(flow) => t(`settings.checkout.${flow}.name`)}
        </SettingRow>
        <SettingRow
          label={t("settings.field.capture")}
          setting={general.capture}
        >
          {(capture) => t(`settings.checkout.${capture}.name`)}
        </SettingRow>
        <SettingRow
          label={t("settings.field.pending_ttl")}
          setting={general.pending_ttl}
        >
          {(seconds) => <Duration of={seconds} />}
        </SettingRow>
        <SettingRow
          label={t("settings.field.item_name")}
          setting={general.item_name}
        >
          {(name) => name}
        </SettingRow>
        <SettingRow
          label={t("settings.field.max_open_payments")}
          setting={general.max_open_payments}
        >
          {(most) => most}
        </SettingRow>
        <SettingRow
          label={t("settings.field.max_starts_per_minute")}
          setting={general.max_starts_per_minute}
        >
          {(most) => (most === 0 ? t("settings.checkout.noLimit") : most)}
        </SettingRow>
        {(["webhook_retention", "unpaid_payment_retention"] as const).map(
          (name) => (
            <SettingRow
              key={name}
              label={t(`settings.field.${name}`)}
              setting={general[name]}
            >
              {(seconds) =>
                t("settings.checkout.days", { days: Math.round(seconds / DAY) })
              }
            </SettingRow>
          )
        )}
      </Rows>
      <CheckoutDrawer
        settings={settings}
        open={open}
        onClose={() => setOpen(false)}
      />
    </Section>
  )
}

function Duration({ of }: { of: number }) {
  const { t } = useTranslation("stablecoin")
  const { hours, minutes, seconds } = durationOf(of)
  const parts = [
    hours > 0 ? t("settings.checkout.h", { hours }) : "",
    minutes > 0 ? t("settings.checkout.min", { minutes }) : "",
    seconds > 0 ? t("settings.checkout.s", { seconds }) : "",
  ]
  return <>{parts.filter(Boolean).join(" ")}</>
}
