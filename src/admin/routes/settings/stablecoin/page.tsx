import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Button, Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { Link } from "react-router-dom"
import { namedBy, pageOf } from "../../../components/admin-page"
import { Loaded } from "../../../components/query-states"
import { ChangesSection } from "../../../components/settings/changes-section"
import { CredentialsSection } from "../../../components/settings/credentials-section"
import { CurrenciesSection } from "../../../components/settings/currencies"
import { SettingsFormSection } from "../../../components/settings/form-section"
import { NetworksSection } from "../../../components/settings/networks"
import { PriceSourcesSection } from "../../../components/settings/price-sources"
import { RulesSection } from "../../../components/settings/rules"
import { WebhooksSection } from "../../../components/settings/webhooks-section"
import { RAILS } from "../../../../ledger/rails"
import { useReadSettings, useSettings } from "../../../lib/settings"
import { EncryptionGuide } from "../../../components/settings/encryption-guide"
import { PageHeader } from "../../../components/section"

/** Settings → Stablecoin payments. */
function SettingsContent() {
  return <Loaded query={useReadSettings()}>{() => <SettingsSections />}</Loaded>
}

function SettingsSections() {
  const { t } = useTranslation("stablecoin")
  const { ready, problem } = useSettings().encryption
  return (
    <div className="flex flex-col gap-y-3">
      <Container className="divide-y p-0">
        <PageHeader title={t("common.brand")} text={t("settings.text")}>
          <Button size="small" variant="secondary" asChild>
            <Link to="/stablecoin/health">{t("settings.health")}</Link>
          </Button>
        </PageHeader>
        {!ready && (
          <div className="px-6 py-4">
            <EncryptionGuide problem={problem} />
          </div>
        )}
      </Container>
      <div className="flex flex-col gap-3 xl:flex-row xl:items-start">
        <div className="flex min-w-0 flex-1 flex-col gap-y-3">
          {RAILS.map((rail) => (
            <CredentialsSection key={rail} rail={rail} />
          ))}
          <NetworksSection />
          <CurrenciesSection />
          <RulesSection />
          <PriceSourcesSection />
          <SettingsFormSection section="pricing" />
          <SettingsFormSection section="addresses" />
          <SettingsFormSection section="checkout" />
        </div>
        <div className="flex flex-col gap-y-3 xl:w-[340px] xl:shrink-0">
          <WebhooksSection />
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
