import { useTranslation } from "react-i18next"

type Page =
  | "root"
  | "payments"
  | "deposits"
  | "exceptions"
  | "refunds"
  | "webhooks"
  | "health"
  | "settings"

/**
 * A page's name in the breadcrumbs. The first page of the section and the
 * settings have the plugin's name.
 */
export function Breadcrumb({ page }: { page: Page }) {
  const { t } = useTranslation("stablecoin")
  if (page === "root" || page === "settings") {
    return <>{t("common.brand")}</>
  }
  return <>{t(page === "health" ? "health.title" : `common.nav.${page}`)}</>
}
