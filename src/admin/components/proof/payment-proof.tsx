import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { ProofBadge } from "../resource/status-badges"
import { Section } from "../section"
import { ProofRows } from "./proof-rows"
import { captureNote, proofSentence, proofState } from "./proof-state"

/**
 * The network's answer about a payment's transfer, and whether the capture
 * waits for it. Absent where no network is read.
 */
export function PaymentProof({ payment }: { payment: AdminPaymentDetail }) {
  const { t } = useTranslation("stablecoin")
  const sentence = proofSentence(payment)
  const state = proofState(payment)
  const note = captureNote(payment)
  if (!sentence) {
    return null
  }
  return (
    <Section
      title={t("proof.title")}
      actions={state && <ProofBadge status={state} />}
    >
      <p className="txt-small text-ui-fg-subtle px-6 py-3">{t(sentence)}</p>
      {note && (
        <Alert role="status" className="rounded-none border-0">
          {t(note)}
        </Alert>
      )}
      {payment.proof && <ProofRows {...payment} proof={payment.proof} />}
    </Section>
  )
}
