import { Text } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminFees } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { Nothing, Row, Rows, Section } from "../section"

/** The gateway's fees, for each coin. */
export function Fees({ fees }: { fees: AdminFees[] }) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  return (
    <Section title={t("overview.fees.title")}>
      {fees.length === 0 && <Nothing>{t("overview.fees.empty")}</Nothing>}
      {fees.map(({ currency, amount, fee, net_amount, unreported }) => (
        <div key={currency}>
          <Text
            size="small"
            leading="compact"
            weight="plus"
            className="bg-ui-bg-subtle border-b px-6 py-2"
          >
            {currency}
          </Text>
          <Rows>
            <Row label={t("overview.fees.received")}>
              {coins(amount, currency)}
            </Row>
            <Row label={t("overview.fees.fee")}>
              {fee && coins(fee, currency)}
            </Row>
            <Row label={t("overview.fees.net")}>
              {net_amount && coins(net_amount, currency)}
            </Row>
          </Rows>
          {unreported > 0 && (
            <Text size="small" className="text-ui-fg-subtle px-6 pb-3">
              {t("overview.fees.unreported", { count: unreported })}
            </Text>
          )}
        </div>
      ))}
    </Section>
  )
}
