import { Alert } from "@medusajs/ui"
import type { AdminPaymentDetail } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { addressOf } from "../code-text"
import { ProofBadge } from "../resource/status-badges"
import { Facts, Section } from "../section"
import { answerAboutPayment, captureNote, proofState } from "./proof-state"

/**
 * The network's answer about a payment's transfer, and whether the capture
 * waits for it. Absent where no network is read.
 */
export function PaymentProof({ payment }: { payment: AdminPaymentDetail }) {
  const { t, count, dateTime } = useTexts()
  const answer = answerAboutPayment(payment)
  const state = proofState(payment)
  const note = captureNote(payment)
  const { proof, chain, mode } = payment
  const { sender, block_number = null, block_time, is_final } = proof ?? {}
  const found = proof?.found_instead
  return (
    answer && (
      <Section
        title={t("proof.title")}
        actions={state && <ProofBadge status={state} />}
      >
        {note && (
          <Alert role="status" className="rounded-none border-0">
            {t(note)}
          </Alert>
        )}
        <p className="txt-small text-ui-fg-subtle px-6 py-3">
          {t(`proof.answer.${answer}`)}
        </p>
        <Facts
          facts={{
            "proof.fields.found": found && (
              <span className="break-all">{found}</span>
            ),
            "proof.fields.sender": addressOf(sender, { chain, mode }),
            "proof.fields.block":
              block_number !== null &&
              (is_final
                ? count(block_number)
                : t("proof.notFinal", { block: count(block_number) })),
            "proof.fields.blockTime": block_time && dateTime(block_time),
            "proof.fields.since":
              proof && block_number === null && dateTime(proof.since),
          }}
        />
      </Section>
    )
  )
}
