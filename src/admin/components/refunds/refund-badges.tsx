import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { isCorrectable } from "../../../ledger/proved-refund"
import { ProofBadge, RefundStatusBadge } from "../resource/status-badges"

/** A refund's status, and whether the network contradicts it. */
export function RefundBadges({
  refund,
}: {
  refund: Pick<AdminRefund, "status" | "proof_status" | "proof">
}) {
  const { t } = useTranslation("stablecoin")
  const { status, proof_status } = refund
  const answer = refundAnswer(refund)
  return (
    <span className="flex flex-col items-start gap-1 md:flex-row md:items-center md:gap-2">
      <RefundStatusBadge status={status} />
      {proof_status && answer && isCorrectable(refund) && (
        <ProofBadge status={proof_status} hint={t(`refunds.proof.${answer}`)} />
      )}
    </span>
  )
}

/** Names the network's answer about a refund's transfer; null without one. */
export function refundAnswer({
  proof_status,
  proof,
}: Pick<AdminRefund, "proof_status" | "proof">) {
  return proof_status === "contradicted"
    ? (proof?.reason ?? "no_transfer")
    : proof_status
}
