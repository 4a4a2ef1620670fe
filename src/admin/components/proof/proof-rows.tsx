import { useTranslation } from "react-i18next"
import type { AdminPaymentDetail } from "../../../http-types"
import { useFormat } from "../../lib/use-format"
import { Row, Rows } from "../section"
import { FoundInsteadText } from "./found-instead-text"
import { SenderRow } from "./sender-row"

type ProofRowsProps = {
  proof: NonNullable<AdminPaymentDetail["proof"]>
  chain: string | null
  mode: string | null
}

/** Sender, block and time of a transaction, and its other transfers. */
export function ProofRows({ proof, chain, mode }: ProofRowsProps) {
  const { t } = useTranslation("stablecoin")
  const { count, dateTime } = useFormat()
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
