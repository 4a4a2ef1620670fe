import type * as Api from "../../../http-types"
import { isSameAmount, isMoreThan } from "../../../ledger/money"
import { type Texts, useTexts } from "../../lib/use-texts"
import { addressOf, hashOf } from "../code-text"
import { Facts, type FactsByLabel, Note } from "../section"
import { hasRest } from "../../../ledger/deposits"
import { useMay } from "../../lib/permissions"
import { AdminLink, OrderLink } from "../links"
import { reasonText } from "../../lib/words"

export function Money({ deposits }: { deposits: readonly Api.AdminDeposit[] }) {
  const texts = useTexts()
  return deposits.length ? (
    deposits.map((deposit) => (
      <div key={deposit.id} className="[&>dl>div:first-child]:bg-ui-bg-subtle">
        <Facts facts={depositFacts(texts, deposit)} />
      </div>
    ))
  ) : (
    <Note>{texts.t("deposits.none")}</Note>
  )
}

/** The facts of a deposit: the source of its money, and its uses. */
export function depositFacts(
  texts: Texts,
  deposit: Api.AdminDeposit
): FactsByLabel {
  const { dateTime, coinsText } = texts
  const { chain, mode, tx_hash, sender, seen_at } = deposit
  // Without the network's word, the gateway's report is all there is.
  const arrival = seen_at || !chain ? "arrived" : "reported"
  return {
    "common.fields.amount": coinsText(deposit),
    "deposits.fields.uses": <DepositUses deposit={deposit} />,
    "deposits.fields.left": leftText(texts, deposit),
    [`deposits.fields.${arrival}`]: dateTime(deposit.arrived_at),
    "deposits.fields.source": sourceText(texts, deposit),
    "common.fields.txHash": hashOf(tx_hash, { chain, mode }),
    "proof.fields.sender": addressOf(sender, deposit),
  }
}

/** The sources of a deposit, with their coins where one has others. */
export function sourceText(
  { t, coins }: Texts,
  deposit: NonNullable<Api.AdminRefund["deposit"]> | Api.AdminDeposit
): string {
  const { reported, shown, amount, currency } = deposit
  const sources = [
    { name: "gateway", sum: reported },
    { name: "network", sum: shown },
  ] as const
  const differ = sources.some(
    ({ sum }) =>
      sum && !(isSameAmount(sum.amount, amount) && sum.currency === currency)
  )
  const texts = sources.map(({ name, sum }) => {
    const own = sum && differ ? ` (${coins(sum.amount, sum.currency)})` : ""
    return sum && `${t(`deposits.source.${name}`)}${own}`
  })
  return texts.filter(Boolean).join(", ") || "—"
}

/** The part of a deposit without a use, or by how much its uses exceed it. */
export function leftText(
  { t, coins }: Texts,
  { unallocated, currency }: Api.AdminDeposit
): string {
  return unallocated.startsWith("-")
    ? t("deposits.tooMuch", { sum: coins(unallocated.slice(1), currency) })
    : coins(unallocated, currency)
}

/** The uses of a deposit, one line each. A dash without any. */
export function DepositUses({ deposit }: { deposit: Api.AdminDeposit }) {
  return deposit.allocations.length ? (
    <ul className="flex flex-col gap-y-1">
      {deposit.allocations.map((allocation) => (
        <li key={allocation.id}>
          <Use allocation={allocation} deposit={deposit} />
        </li>
      ))}
    </ul>
  ) : (
    "—"
  )
}

type UseProps = { allocation: Api.AdminAllocation; deposit: Api.AdminDeposit }

function Use({ allocation, deposit }: UseProps) {
  const { t, coins, money, day } = useTexts()
  const mayReadRefund = useMay("stablecoin_refund:read")
  const { kind, refund_id, refund, reason } = allocation
  const sum = coins(allocation.amount, deposit.currency)
  if (kind === "refund") {
    const text = refund?.sent_at
      ? t("deposits.use.sent", { sum, day: day(refund.sent_at) })
      : t("deposits.use.due", { sum })
    return mayReadRefund ? (
      <AdminLink to={`/stablecoin/refunds?refund=${refund_id}`}>
        {text}
      </AdminLink>
    ) : (
      text
    )
  }
  const order = kind === "capture" ? deposit.order : allocation.order
  const served = kind === "kept" ? allocation.order : null
  return (
    <>
      {t(`deposits.use.${kind}${order ? "For" : ""}`, { sum })}{" "}
      {order && <OrderLink order={order} />}
      {reason && `(${reasonText(t, reason)})`}
      {/* The rest of the deposit may be for the same order. */}
      {served && !hasRest(deposit) && isMoreThan(served.missing, "0") && (
        <p>
          {t("deposits.use.missing", {
            sum: money(served.missing, served.currency),
          })}
        </p>
      )}
    </>
  )
}
