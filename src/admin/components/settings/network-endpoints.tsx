import { Button } from "@medusajs/ui"
import { useState } from "react"
import { useTranslation } from "react-i18next"
import { CHAIN_INFO } from "../../../gateway/chains"
import { useMay } from "../../lib/permissions"
import type { Settings } from "../../lib/settings"
import { Row } from "../section"
import { EndpointText, type NetworkSettings } from "./endpoint-text"
import { EndpointsDrawer } from "./endpoints-drawer"

/** A network's endpoints, and the drawer to change and test them. */
export function NetworkEndpoints({
  network,
  settings,
}: {
  network: NetworkSettings
  settings: Settings
}) {
  const { t } = useTranslation("stablecoin")
  const [open, setOpen] = useState(false)
  const mayUpdate = useMay("stablecoin_setting:update")
  const { chain, source, endpoints } = network
  const { name } = CHAIN_INFO[chain]
  return (
    <Row label={name}>
      <div className="flex flex-wrap items-start justify-between gap-x-2 gap-y-1">
        {endpoints.length === 0 ? (
          <span className="text-ui-fg-subtle">{t("settings.list.none")}</span>
        ) : (
          <ul className="flex min-w-0 flex-col gap-y-1">
            {endpoints.map((endpoint, index) => (
              <li key={endpoint.id ?? index}>
                <EndpointText endpoint={endpoint} source={source} />
              </li>
            ))}
          </ul>
        )}
        {mayUpdate && (
          <Button
            size="small"
            variant="transparent"
            className="-my-1 ml-auto shrink-0"
            onClick={() => setOpen(true)}
            aria-label={t("settings.endpoints.manage", { network: name })}
          >
            {t("settings.endpoints.action")}
          </Button>
        )}
      </div>
      <EndpointsDrawer
        network={network}
        settings={settings}
        open={open}
        onClose={() => setOpen(false)}
      />
    </Row>
  )
}
