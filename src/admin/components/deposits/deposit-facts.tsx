import type { AdminDeposit } from "../../../http-types"
import type { Texts } from "../../lib/use-texts"
import { addressFact, TxHash } from "../on-chain"
import { DepositUses } from "./deposit-uses"

/** The facts of a deposit: the source of its money, and its uses. */
export function depositFacts(texts: Texts, deposit: AdminDeposit) {
  const { t, dateTime, coinsText } = texts
  const { chain, mode, tx_hash, sender, confirmed_at, seen_at } = deposit
  const sources = [
    confirmed_at && t("deposits.source.gateway"),
    seen_at && t("deposits.source.network"),
  ]
  // Without the network's word, the gateway's report is all there is.
  const arrival = seen_at || !chain ? "arrived" : "reported"
  return [
    [t("common.fields.amount"), coinsText(deposit)],
    [t("deposits.fields.uses"), <DepositUses deposit={deposit} />],
    [t("deposits.fields.left"), leftText(texts, deposit)],
    [t(`deposits.fields.${arrival}`), dateTime(deposit.arrived_at)],
    [t("deposits.fields.source"), sources.filter(Boolean).join(", ") || "—"],
    [
      t("common.fields.txHash"),
      tx_hash && <TxHash hash={tx_hash} chain={chain} mode={mode} />,
    ],
    addressFact(t("proof.fields.sender"), sender, deposit),
  ] as const
}

/** The part of a deposit without a use, or by how much its uses exceed it. */
export function leftText(
  { t, coins }: Pick<Texts, "t" | "coins">,
  { unallocated, currency }: Pick<AdminDeposit, "unallocated" | "currency">
): string {
  return unallocated.startsWith("-")
    ? t("deposits.tooMuch", { sum: coins(unallocated.slice(1), currency) })
    : coins(unallocated, currency)
}
