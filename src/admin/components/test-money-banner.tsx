import { Container } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import { useSummary } from "../lib/read"
import { Strip } from "./settings/mode-strip"

/**
 * Warns on every page of the plugin that a production store places orders for
 * test money.
 */
export function TestMoneyBanner() {
  const { t } = useTranslation("stablecoin")
  const { data } = useSummary()
  const rails = data?.summary.test_rails ?? []
  if (rails.length === 0) {
    return null
  }
  const names = rails.map((rail) => t(`common.rail.${rail}`)).join(", ")
  return (
    <Container className="overflow-hidden p-0" role="status">
      <Strip kind="test" name={t("settings.mode.test.name")}>
        {t("common.testMoney", { rails: names })}
      </Strip>
    </Container>
  )
}
