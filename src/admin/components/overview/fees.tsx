import type { AdminFees } from "../../../http-types"
import { differenceOf, isMoreThan } from "../../../ledger/money"
import { useTexts } from "../../lib/use-texts"
import { Nothing, Row, Rows, Section } from "../section"

/** The gateway's fees, for each coin. */
export function Fees({ fees }: { fees: AdminFees[] }) {
  const { t } = useTexts()
  return (
    <Section title={t("overview.fees.title")}>
      {fees.length === 0 && <Nothing>{t("overview.fees.empty")}</Nothing>}
      {fees.map((fees) => (
        <FeesOfCoin key={fees.currency} fees={fees} />
      ))}
    </Section>
  )
}

function FeesOfCoin({ fees }: { fees: AdminFees }) {
  const { t, coins } = useTexts()
  const { currency, amount, fee, net_amount, unreported } = fees
  const rest = differenceOf(differenceOf(amount, net_amount ?? "0"), fee ?? "0")
  const isPart = isMoreThan(rest, "0")
  return (
    <div>
      <p className="txt-compact-small-plus bg-ui-bg-subtle border-b px-6 py-2">
        {currency}
      </p>
      <Rows>
        <Row label={t("overview.fees.received")}>{coins(amount, currency)}</Row>
        {isPart && (
          <Row label={t("overview.fees.unreported")}>
            {t("overview.fees.ofPayments", {
              sum: coins(rest, currency),
              count: unreported,
            })}
          </Row>
        )}
        <Row label={t("overview.fees.fee")}>{fee && coins(fee, currency)}</Row>
        <Row label={t(`overview.fees.${isPart ? "netReported" : "net"}`)}>
          {net_amount && coins(net_amount, currency)}
        </Row>
      </Rows>
    </div>
  )
}
