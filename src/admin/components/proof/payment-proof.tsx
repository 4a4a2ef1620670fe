import { Alert } from "@medusajs/ui"
import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { ProofBadge } from "../resource/status-badges"
import { Row, Rows, Section } from "../section"
import { FoundInsteadText } from "./found-instead-text"
import { captureNote, proofSentence, proofState } from "./proof-state"
import { SenderRow } from "./sender-row"

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
      <ProofRows payment={payment} />
    </Section>
  )
}

function ProofRows({
  payment: { proof, chain, mode },
}: {
  payment: Pick<AdminPaymentDetail, "proof" | "chain" | "mode">
}) {
  const { t } = useTranslation("stablecoin")
  const { count, dateTime } = useFormat()
  if (!proof) {
    return null
  }
  const { sender, block_number, block_time, is_final, found_instead } = proof
  return (
    <Rows>
      {found_instead && (
        <Row label={t("proof.fields.found")}>
          <FoundInsteadText text={found_instead} chain={chain} mode={mode} />
        </Row>
      )}
      {sender && <SenderRow sender={sender} chain={chain} mode={mode} />}
      {block_number !== null && (
        <Row label={t("proof.fields.block")}>
          {is_final
            ? count(block_number)
            : t("proof.notFinal", { block: count(block_number) })}
        </Row>
      )}
      {block_time && (
        <Row label={t("proof.fields.blockTime")}>{dateTime(block_time)}</Row>
      )}
      {block_number === null && (
        <Row label={t("proof.fields.since")}>{dateTime(proof.since)}</Row>
      )}
    </Rows>
  )
}
