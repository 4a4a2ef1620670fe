import { Trash } from "@medusajs/icons"
import { IconButton, Text, usePrompt } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminEndpoint } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { useSaveSettings } from "../../lib/use-save-settings"
import { EndpointText, type NetworkSettings } from "./endpoint-text"

/** The endpoints of a network, each with a button to remove it. */
export function EndpointsList({
  network,
  version,
}: {
  network: NetworkSettings
  version: string
}) {
  const { t } = useTranslation("stablecoin")
  const { dateTime } = useFormat()
  const { source, endpoints } = network
  if (endpoints.length === 0) {
    return (
      <Text size="small" className="text-ui-fg-subtle">
        {t("settings.endpoints.none")}
      </Text>
    )
  }
  return (
    <ul className="divide-y rounded-lg border">
      {endpoints.map((endpoint, index) => (
        <li
          key={endpoint.id ?? index}
          className="flex items-center justify-between gap-x-4 px-4 py-2"
        >
          <div className="txt-compact-small text-ui-fg-subtle flex min-w-0 flex-col gap-y-1">
            <EndpointText endpoint={endpoint} source={source} />
            {endpoint.created_at && (
              <span className="txt-compact-xsmall">
                {t("settings.endpoints.added", {
                  date: dateTime(endpoint.created_at),
                })}
              </span>
            )}
          </div>
          <Remove network={network} version={version} endpoint={endpoint} />
        </li>
      ))}
    </ul>
  )
}

function Remove({
  network: { chain },
  version,
  endpoint: { id, host },
}: {
  network: NetworkSettings
  version: string
  endpoint: AdminEndpoint
}) {
  const { t } = useTranslation("stablecoin")
  const prompt = usePrompt()
  const { save, isSaving } = useSaveSettings(version)
  if (id === null) {
    return null
  }
  const remove = async () => {
    const sure = await prompt({
      title: t("settings.endpoints.removal.title"),
      description: t("settings.endpoints.removal.text", { host }),
      confirmText: t("settings.endpoints.removal.yes"),
      cancelText: t("common.actions.cancel"),
    })
    if (sure) {
      await save({ blockchain: { rpc_urls: { [chain]: { remove: [id] } } } })
    }
  }
  return (
    <IconButton
      type="button"
      size="small"
      variant="transparent"
      isLoading={isSaving}
      aria-label={t("settings.endpoints.remove", { host })}
      onClick={() => void remove()}
    >
      <Trash className="text-ui-fg-subtle" />
    </IconButton>
  )
}
