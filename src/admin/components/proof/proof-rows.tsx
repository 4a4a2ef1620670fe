import type { AdminPaymentDetail } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { addressFact } from "../on-chain"
import { Facts } from "../section"

type ProofRowsProps = {
  proof: NonNullable<AdminPaymentDetail["proof"]>
  chain: string | null
  mode: string | null
}

/** Sender, block and time of a transaction, and its other transfers. */
export function ProofRows({ proof, chain, mode }: ProofRowsProps) {
  const { t, count, dateTime } = useTexts()
  const { sender, block_number, block_time, is_final, found_instead } = proof
  return (
    <Facts
      facts={[
        [
          t("proof.fields.found"),
          found_instead && <span className="break-all">{found_instead}</span>,
        ],
        addressFact(t("proof.fields.sender"), sender, { chain, mode }),
        [
          t("proof.fields.block"),
          block_number !== null &&
            (is_final
              ? count(block_number)
              : t("proof.notFinal", { block: count(block_number) })),
        ],
        [t("proof.fields.blockTime"), block_time && dateTime(block_time)],
        [
          t("proof.fields.since"),
          block_number === null && dateTime(proof.since),
        ],
      ]}
    />
  )
}
