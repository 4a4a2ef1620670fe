import { useTranslation } from "react-i18next"

type Page =
  "payments" | "exceptions" | "refunds" | "webhooks" | "health" | "settings"

/** The name of a page in the way to where one is. The desk itself bears the plugin's name. */
export function Breadcrumb({ page }: { page: Page }) {
  const { t } = useTranslation("stablecoin")
  if (page === "payments" || page === "settings") {
    return <>{t("common.brand")}</>
  }
  return <>{t(page === "health" ? "health.title" : `common.nav.${page}`)}</>
}
