import { useTranslation } from "react-i18next"
import { EndpointText, type NetworkSettings } from "./endpoint-text"
import { RemovableList } from "./removable-list"

/** The endpoints of a network, each with a button to remove it. */
export function EndpointsList({
  network: { chain, source, endpoints },
  version,
}: {
  network: NetworkSettings
  version: string
}) {
  const { t } = useTranslation("stablecoin")
  const items = endpoints.map((endpoint) => {
    const { id, host, created_at } = endpoint
    return {
      id,
      content: <EndpointText endpoint={endpoint} source={source} />,
      addedAt: created_at,
      removal: {
        label: t("settings.endpoints.remove", { host }),
        title: t("settings.endpoints.removal.title"),
        description: t("settings.endpoints.removal.text", { host }),
        confirm: t("settings.endpoints.removal.yes"),
        change: {
          blockchain: { rpc_urls: { [chain]: { remove: id ? [id] : [] } } },
        },
      },
    }
  })
  return <RemovableList items={items} version={version} />
}
