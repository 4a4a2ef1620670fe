import type { AdminAllocation, AdminDeposit } from "../../../http-types"
import { hasRest } from "../../../ledger/deposits"
import { isMoreThan } from "../../../ledger/money"
import { isNotShown } from "../../../ledger/proof"
import { useMay } from "../../lib/permissions"
import { useTexts } from "../../lib/use-texts"
import { AdminLink, OrderLink } from "../links"
import { reasonText } from "../reason-text"

/** The uses of a deposit, one line each. A dash without any. */
export function DepositUses({ deposit }: { deposit: AdminDeposit }) {
  return deposit.allocations.length ? (
    <ul className="flex flex-col gap-y-1">
      {deposit.allocations.map((allocation) => (
        <li key={allocation.id}>
          <Use allocation={allocation} deposit={deposit} />
        </li>
      ))}
    </ul>
  ) : (
    "—"
  )
}

function Use({
  allocation,
  deposit,
}: {
  allocation: AdminAllocation
  deposit: AdminDeposit
}) {
  const { t, coins, money, day } = useTexts()
  const mayReadRefund = useMay("stablecoin_refund:read")
  const { kind, refund_id, refund, reason } = allocation
  const sum = coins(allocation.amount, deposit.currency)
  if (kind === "refund") {
    const sent = refund && isNotShown(refund) ? "notShown" : "sent"
    const text = refund?.sent_at
      ? t(`deposits.use.${sent}`, { sum, day: day(refund.sent_at) })
      : t("deposits.use.due", { sum })
    return mayReadRefund ? (
      <AdminLink to={`/stablecoin/refunds?refund=${refund_id}`}>
        {text}
      </AdminLink>
    ) : (
      text
    )
  }
  const order = kind === "capture" ? deposit.order : allocation.order
  const served = kind === "kept" ? allocation.order : null
  return (
    <>
      {t(`deposits.use.${kind}${order ? "For" : ""}`, { sum })}{" "}
      {order && <OrderLink order={order} />}
      {reason && `(${reasonText(t, reason)})`}
      {/* The rest of the deposit may be for the same order. */}
      {served && !hasRest(deposit) && isMoreThan(served.missing, "0") && (
        <p>
          {t("deposits.use.missing", {
            sum: money(served.missing, served.currency),
          })}
        </p>
      )}
    </>
  )
}
