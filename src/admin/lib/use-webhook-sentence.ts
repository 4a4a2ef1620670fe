import type { AdminWebhookHealth } from "../../http-types"
import { rejectionOf } from "./rejections"
import { useTexts } from "./use-texts"

/** The state of a rail's webhooks, in one or two sentences. */
export function useWebhookSentence() {
  const { t, ago } = useTexts()
  return (health: AdminWebhookHealth): string => {
    const { last_received_at, last_rejected_at, quiet_since } = health
    const received = last_received_at
      ? t("settings.webhooks.received", { when: ago(last_received_at) })
      : t("settings.webhooks.neverReceived")
    const rejected = last_rejected_at
      ? t("settings.webhooks.rejected", {
          when: ago(last_rejected_at),
          reason: t(rejectionOf(health.last_rejected_reason)),
        })
      : t("settings.webhooks.neverRejected")
    const quiet = quiet_since
      ? ` ${t("settings.webhooks.quietSince", { when: ago(quiet_since) })}`
      : ""
    return `${received}; ${rejected}.${quiet}`
  }
}
