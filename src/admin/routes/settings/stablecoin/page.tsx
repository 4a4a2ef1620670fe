import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { namedBy, pageOf } from "../../../components/admin-page"
import { LoadError, SectionSkeleton } from "../../../components/query-states"
import { ChangesSection } from "../../../components/settings/changes-section"
import { CredentialsSection } from "../../../components/settings/credentials-section"
import { CurrenciesSection } from "../../../components/settings/currencies-section"
import { SettingsFormSection } from "../../../components/settings/form-section"
import { NetworksSection } from "../../../components/settings/networks-section"
import { OverviewSection } from "../../../components/settings/overview-section"
import { WebhooksSection } from "../../../components/settings/webhooks-section"
import { RAILS } from "../../../../ledger/rails"
import { type Settings, useSettings } from "../../../lib/settings"

/** Settings → Stablecoin payments. */
function SettingsContent() {
  const { data, error, refetch } = useSettings()
  if (data) {
    return <SettingsSections settings={data.settings} />
  }
  if (error) {
    return (
      <Container className="p-0">
        <LoadError error={error} onRetry={() => void refetch()} />
      </Container>
    )
  }
  return (
    <>
      <SectionSkeleton rows={1} />
      <SectionSkeleton />
      <SectionSkeleton />
    </>
  )
}

function SettingsSections({ settings }: { settings: Settings }) {
  return (
    <div className="flex flex-col gap-y-3">
      <OverviewSection settings={settings} />
      <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-y-3">
          {RAILS.map((rail) => (
            <CredentialsSection key={rail} rail={rail} settings={settings} />
          ))}
          <NetworksSection settings={settings} />
          <CurrenciesSection settings={settings} />
          <SettingsFormSection section="addresses" settings={settings} />
          <SettingsFormSection section="checkout" settings={settings} />
        </div>
        <div className="flex flex-col gap-y-3 xl:w-[340px] xl:shrink-0">
          <WebhooksSection settings={settings} />
          <ChangesSection />
        </div>
      </div>
    </div>
  )
}

export const config = defineRouteConfig({
  label: "common.brand",
  translationNs: "stablecoin",
})

export const handle = namedBy((t) => t("common.brand"))

export default pageOf("stablecoin_setting:read", SettingsContent)
