import { useTranslation } from "react-i18next"
import type { AdminSecret, AdminSetting } from "../../http-types"

/**
 * The reason why a setting can't be changed in the admin. Undefined if it can.
 */
export function useLock() {
  const { t } = useTranslation("stablecoin")
  return ({
    source,
  }: AdminSetting<unknown> | AdminSecret): string | undefined =>
    source === "config" ? t("settings.source.config.hint") : undefined
}
