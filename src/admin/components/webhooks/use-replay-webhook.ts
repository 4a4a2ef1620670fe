import { useTranslation } from "react-i18next"
import type {
  AdminReplayWebhooksResponse,
  AdminWebhookEvent,
} from "../../../http-types"
import { useRowAction } from "../resource/use-row-action"

/**
 * Processes a webhook again. Effects that already happened are not repeated.
 */
export function useReplayWebhook(id: string) {
  const { t } = useTranslation("stablecoin")
  return useRowAction<{ webhook: AdminWebhookEvent }>(
    ["webhooks", id, "replay"],
    ({ webhook }) => {
      const text = t("webhooks.replay.done", {
        status: t(`webhooks.status.${webhook.status}`),
      })
      const ended = ["processed", "ignored"].includes(webhook.status)
      return ended ? { text } : { kind: "warning", text }
    }
  )
}

/** Processes webhooks again that were given up, some at a time. */
export function useReplayAll() {
  const { t } = useTranslation("stablecoin")
  return useRowAction<AdminReplayWebhooksResponse>(
    ["webhooks", "replay"],
    ({ processed, left }) => {
      const text = t("webhooks.replay.allDone", { processed, left })
      return left ? { kind: "warning", text } : { text }
    }
  )
}
