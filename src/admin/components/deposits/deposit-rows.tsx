import type { AdminDeposit } from "../../../http-types"
import { useTexts } from "../../lib/use-texts"
import { Address, TxHash } from "../on-chain"
import { Row } from "../section"
import { leftText } from "./left-text"
import { DepositUses } from "./deposit-uses"

/** A deposit, the source of each part of its money, and its uses. */
export function DepositRows({ deposit }: { deposit: AdminDeposit }) {
  const { t, coins, coinsText, dateTime } = useTexts()
  const { chain, mode, tx_hash, sender, confirmed_at, seen_at } = deposit
  const from = t("proof.fields.sender")
  const sources = [
    confirmed_at && t("deposits.source.gateway"),
    seen_at && t("deposits.source.network"),
  ]
  return (
    <>
      <Row label={t("common.fields.amount")}>{coinsText(deposit)}</Row>
      <Row label={t("deposits.fields.uses")}>
        <DepositUses deposit={deposit} />
      </Row>
      <Row label={t("deposits.fields.left")}>
        {leftText({ t, coins }, deposit)}
      </Row>
      {/* Without the network's word, the gateway's report is all there is. */}
      <Row
        label={t(
          `deposits.fields.${seen_at || !chain ? "arrived" : "reported"}`
        )}
      >
        {dateTime(deposit.arrived_at)}
      </Row>
      <Row label={t("deposits.fields.source")}>
        {sources.filter(Boolean).join(", ")}
      </Row>
      {tx_hash && (
        <Row label={t("common.fields.txHash")}>
          <TxHash hash={tx_hash} chain={chain} mode={mode} />
        </Row>
      )}
      {sender && (
        <Row label={from}>
          <Address address={sender} what={from} {...{ chain, mode }} />
        </Row>
      )}
    </>
  )
}
