import { Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { ProofRows } from "../proof/proof-rows"
import { ProofBadge } from "../resource/status-badges"
import { refundAnswer } from "./refund-answer"

/**
 * The network's answer about the transfer of a sent refund. Absent while there
 * is none.
 */
export function RefundChainProof({
  refund,
}: {
  refund: Pick<AdminRefund, "proof_status" | "proof" | "chain" | "payment">
}) {
  const { t } = useTranslation("stablecoin")
  const { proof_status, proof, chain, payment } = refund
  const answer = refundAnswer(refund)
  if (!proof_status || !proof || !answer) {
    return null
  }
  const sentence = t(`refunds.proof.${answer}`)
  return (
    <section aria-label={t("proof.title")} className="divide-y">
      <div className="flex flex-col gap-y-2 px-6 py-4">
        <div className="flex items-center justify-between gap-x-4">
          <Heading level="h2">{t("proof.title")}</Heading>
          <ProofBadge status={proof_status} hint={sentence} />
        </div>
        <p className="txt-small text-ui-fg-subtle">{sentence}</p>
      </div>
      <ProofRows proof={proof} chain={chain} mode={payment?.mode ?? null} />
    </section>
  )
}
