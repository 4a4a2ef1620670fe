"use client"

import {
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from "react"
import type { StoreCoins, StorePayment } from "../http-types.ts"
import { amountText, type StablecoinLabels } from "./labels.ts"

type FactsProps = { payment: StorePayment; labels: StablecoinLabels }

/** The amount due of a payment, its transfers and refunds, and the reference. */
export function Facts({ payment, labels }: FactsProps): ReactElement {
  const { chain, transfers = [], refunds = [] } = payment
  const coins = ({ amount, currency }: StoreCoins): string =>
    `${amountText(amount, labels.locale)} ${currency}`
  // The money under review may be another amount, on another network.
  const isAsDue =
    !transfers.length && (payment.status === "paid" || !payment.under_review)
  const due = isAsDue ? payment : payment.paid
  return (
    <dl className="stablecoin-facts">
      {due && <Fact name={labels.due}>{coins(due)}</Fact>}
      {isAsDue && chain && <Fact name={labels.network}>{chain.name}</Fact>}
      {transfers.map((each, index) => (
        <Fact key={index} name={labels.transfer}>
          {coins(each)}
          {each.chain && `, ${each.chain.name}`}
        </Fact>
      ))}
      {refunds.map((each, index) => (
        <Fact
          key={index}
          name={each.status === "due" ? labels.toRefund : labels.refunded}
        >
          {coins(each)}
        </Fact>
      ))}
      <Fact name={labels.reference}>
        <Reference payment={payment} labels={labels} />
      </Fact>
    </dl>
  )
}

type FactProps = { name: string; children: ReactNode }

function Fact({ name, children }: FactProps): ReactElement {
  return (
    <div className="stablecoin-fact">
      <dt>{name}</dt> <dd>{children}</dd>
    </div>
  )
}

const COPIED_MS = 2_500

function Reference({ payment, labels }: FactsProps): ReactElement {
  const text = useRef<HTMLElement>(null)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(payment.reference)
      setCopied(true)
    } catch {
      // Without HTTPS there is no clipboard: the buyer copies the selection.
      if (text.current) {
        getSelection()?.selectAllChildren(text.current)
      }
    }
  }
  return (
    <>
      <code ref={text} className="stablecoin-reference">
        {payment.reference}
      </code>{" "}
      <button
        type="button"
        className="stablecoin-copy"
        onClick={() => void copy()}
      >
        <span aria-live="polite">{copied ? labels.copied : labels.copy}</span>
      </button>
    </>
  )
}
