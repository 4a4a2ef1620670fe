import { Alert, Heading, Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { Settings } from "../../lib/settings"
import { Rows } from "../section"
import { SettingsFormSection } from "./form-section"
import { NetworkEndpoints } from "./network-endpoints"

/** How the networks are read, and by which endpoints. */
export function BlockchainSection({ settings }: { settings: Settings }) {
  const { t } = useTranslation("stablecoin")
  const { networks, problems } = settings.blockchain
  const isRead = networks.some(({ endpoints }) => endpoints.length > 0)
  return (
    <SettingsFormSection section="blockchain" settings={settings}>
      {problems.length > 0 && (
        <div className="px-6 py-4">
          <Alert variant="warning">
            <span className="txt-compact-small-plus">
              {t("settings.blockchain.problems")}
            </span>
            <ul className="mt-1 flex list-disc flex-col gap-y-1 pl-4">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Alert>
        </div>
      )}
      <div className="px-6 py-3">
        <Heading level="h3">{t("settings.field.rpc_urls")}</Heading>
        <Text size="small" className="text-ui-fg-subtle">
          {t(`settings.blockchain.${isRead ? "read" : "off"}`)}
        </Text>
      </div>
      <Rows>
        {networks.map((network) => (
          <NetworkEndpoints
            key={network.chain}
            network={network}
            settings={settings}
          />
        ))}
      </Rows>
    </SettingsFormSection>
  )
}
