import type { AdminDeposit, ReportedCoins } from "../../../http-types"
import { isSameAmount } from "../../../ledger/money"
import { type Texts, useTexts } from "../../lib/use-texts"
import { addressFact, txHashFact } from "../on-chain"
import { Facts, Nothing } from "../section"
import { DepositUses } from "./deposit-uses"

/** Deposits, such as those of a payment. */
export function Money({ deposits }: { deposits: readonly AdminDeposit[] }) {
  const texts = useTexts()
  return deposits.length ? (
    deposits.map((deposit) => (
      <div key={deposit.id} className="[&>dl>div:first-child]:bg-ui-bg-subtle">
        <Facts facts={depositFacts(texts, deposit)} />
      </div>
    ))
  ) : (
    <Nothing>{texts.t("deposits.none")}</Nothing>
  )
}

/** The facts of a deposit: the source of its money, and its uses. */
export function depositFacts(texts: Texts, deposit: AdminDeposit) {
  const { t, dateTime, coinsText } = texts
  const { chain, mode, tx_hash, sender, seen_at } = deposit
  // Without the network's word, the gateway's report is all there is.
  const arrival = seen_at || !chain ? "arrived" : "reported"
  return [
    [t("common.fields.amount"), coinsText(deposit)],
    [t("deposits.fields.uses"), <DepositUses deposit={deposit} />],
    [t("deposits.fields.left"), leftText(texts, deposit)],
    [t(`deposits.fields.${arrival}`), dateTime(deposit.arrived_at)],
    sourceFact(texts, deposit),
    txHashFact(texts, tx_hash, { chain, mode }),
    addressFact(t("proof.fields.sender"), sender, deposit),
  ] as const
}

type Sourced = Pick<AdminDeposit, "amount" | "currency" | keyof ReportedCoins>

/** Whether gateway and network report other coins of a deposit. */
export function isDisputed({ reported, shown, ...deposit }: Sourced): boolean {
  return [reported, shown].some((sum) => sum && !isSame(deposit, sum))
}

/** The sources of a deposit, with their coins where one has others. */
export function sourceFact(
  { t, coins }: Pick<Texts, "t" | "coins">,
  deposit: Sourced
) {
  const { reported, shown } = deposit
  const sources = [
    { name: "gateway", sum: reported },
    { name: "network", sum: shown },
  ] as const
  const differ = isDisputed(deposit)
  const texts = sources.flatMap(({ name, sum }) => {
    const source = t(`deposits.source.${name}`)
    const own = sum && differ ? ` (${coins(sum.amount, sum.currency)})` : ""
    return sum ? `${source}${own}` : []
  })
  return [t("deposits.fields.source"), texts.join(", ") || "—"] as const
}

type Sum = Pick<AdminDeposit, "amount" | "currency">

const isSame = (a: Sum, b: Sum) =>
  isSameAmount(a.amount, b.amount) && a.currency === b.currency

/** The part of a deposit without a use, or by how much its uses exceed it. */
export function leftText(
  { t, coins }: Pick<Texts, "t" | "coins">,
  { unallocated, currency }: Pick<AdminDeposit, "unallocated" | "currency">
): string {
  return unallocated.startsWith("-")
    ? t("deposits.tooMuch", { sum: coins(unallocated.slice(1), currency) })
    : coins(unallocated, currency)
}
