import { Heading } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminRefund } from "../../../http-types"
import { ProofRows } from "../proof/proof-rows"
import { ProofBadge } from "../resource/status-badges"

/**
 * The network's answer about the transfer of a sent refund. Absent while there
 * is none.
 */
export function RefundChainProof({
  refund: { proof_status, proof, chain },
}: {
  refund: Pick<AdminRefund, "proof_status" | "proof" | "chain">
}) {
  const { t } = useTranslation("stablecoin")
  if (!proof_status || !proof) {
    return null
  }
  const answer =
    proof_status === "contradicted"
      ? (proof.reason ?? "no_transfer")
      : proof_status
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
      <ProofRows proof={proof} chain={chain} mode={null} />
    </section>
  )
}
