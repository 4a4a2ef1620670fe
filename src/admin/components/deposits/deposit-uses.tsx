import { useTranslation } from "react-i18next"
import type { AdminAllocation, AdminDeposit } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { AdminLink } from "../admin-link"

/** The uses of a deposit, one line each, and what is left. */
export function DepositUses({ deposit }: { deposit: AdminDeposit }) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  const { currency, allocations, unallocated } = deposit
  return (
    <ul className="flex flex-col gap-y-1">
      {allocations.map((allocation) => (
        <li key={allocation.id}>
          <Use allocation={allocation} currency={currency} />
        </li>
      ))}
      <li>{t("deposits.left", { sum: coins(unallocated, currency) })}</li>
    </ul>
  )
}

function Use({
  allocation: { kind, amount, refund_id, reason },
  currency,
}: {
  allocation: AdminAllocation
  currency: string
}) {
  const { t } = useTranslation("stablecoin")
  const { coins } = useFormat()
  const text = t(`deposits.use.${kind}`, { sum: coins(amount, currency) })
  return (
    <>
      {refund_id ? (
        <AdminLink to={`/stablecoin/refunds?refund=${refund_id}`}>
          {text}
        </AdminLink>
      ) : (
        text
      )}
      {reason && ` (${reason})`}
    </>
  )
}
