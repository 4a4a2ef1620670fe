import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type {
  AdminBlockchainSettings,
  AdminEndpoint,
} from "../../../http-types"
import { SourceBadge } from "./setting-row"

export type NetworkSettings = AdminBlockchainSettings["networks"][number]

/** An endpoint without its URL, which may contain a key. */
export function EndpointText({
  endpoint: { host, last4, problem },
  source,
}: {
  endpoint: AdminEndpoint
  source: NetworkSettings["source"]
}) {
  const { t } = useTranslation("stablecoin")
  return (
    <span className="flex min-w-0 flex-col gap-y-1">
      <span className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 break-all">
          {last4 === null
            ? host
            : t("settings.endpoints.endsIn", { host, last4 })}
        </span>
        <SourceBadge source={source} />
      </span>
      {problem && (
        <Text size="small" className="text-ui-fg-error">
          {problem}
        </Text>
      )}
    </span>
  )
}
