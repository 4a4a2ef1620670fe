import { useTranslation } from "react-i18next"
import { CopyButton } from "../copy-button"
import { Address, TxHash } from "../on-chain"

/** The destination of a refund: an address, or the merchant's own words. */
export function RefundAddress({
  address,
  chain,
  mode,
  what,
}: {
  address: string
  chain: string | null
  mode: string | null
  /** The accessible name. */
  what: string
}) {
  return chain ? (
    <Address address={address} chain={chain} mode={mode} what={what} whole />
  ) : (
    <Words text={address} what={what} />
  )
}

/** The proof of a refund: a transaction, or the merchant's own words. */
export function RefundProof({
  proof,
  chain,
  mode,
}: {
  proof: string
  chain: string | null
  mode: string | null
}) {
  const { t } = useTranslation("stablecoin")
  return chain ? (
    <TxHash hash={proof} chain={chain} mode={mode} />
  ) : (
    <Words text={proof} what={t("refunds.sent.label")} />
  )
}

/** Text as typed, in full. */
function Words({ text, what }: { text: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-x-1">
      <span className="break-words">{text}</span>
      <CopyButton text={text} what={what} />
    </span>
  )
}
