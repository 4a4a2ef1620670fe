import { useTranslation } from "react-i18next"

type Page = "payments" | "exceptions" | "refunds" | "deliveries"

/** The name of a page in the way to where one is. The desk itself bears the plugin's name. */
export function Breadcrumb({ page }: { page: Page }) {
  const { t } = useTranslation("stablecoin")
  return <>{t(page === "payments" ? "common.brand" : `common.nav.${page}`)}</>
}
