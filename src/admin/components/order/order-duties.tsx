import type { AdminException, AdminRefund } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { problemText } from "../exceptions/kind-text"
import { AdminLink } from "../links"
import { RefundBadges } from "../refunds/refund-badges"
import { RefundProof } from "../refunds/refund-proof"
import { ExceptionStatusBadge } from "../resource/status-badges"

type OrderDutiesProps = {
  refunds: AdminRefund[]
  /** Open exceptions only. */
  exceptions: AdminException[]
}

/** The open exceptions and the sent refunds of an order's payments. */
export function OrderDuties({ refunds, exceptions: open }: OrderDutiesProps) {
  const { t, coins } = useTexts()
  // An exception about a refund due is shown as the refund itself.
  const exceptions = open.filter(({ kind }) => kind !== "refund_due")
  const sent = refunds.filter(({ status }) => status === "sent")
  if (!exceptions.length && !sent.length) {
    return null
  }
  return (
    <ul className="divide-y">
      {exceptions.map(({ id, status, ...problem }) => (
        <li
          key={id}
          className="flex items-center justify-between gap-x-4 px-6 py-3"
        >
          <AdminLink to={`/stablecoin/exceptions?exception=${id}`}>
            {problemText(t, problem).title}
          </AdminLink>
          <ExceptionStatusBadge status={status} />
        </li>
      ))}
      {sent.map((refund) => (
        <li
          key={refund.id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-6 py-3"
        >
          <AdminLink to={`/stablecoin/refunds?refund=${refund.id}`}>
            {t("orderPanel.sent", {
              sum: coins(refund.amount, refund.currency),
            })}
          </AdminLink>
          <RefundBadges refund={refund} />
          {refund.tx_hash && (
            <RefundProof
              proof={refund.tx_hash}
              chain={refund.chain}
              mode={refund.payment?.mode ?? null}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
