import { randomBytes } from "node:crypto"
import type { Rail } from "../../../src/ledger"

const FOREIGN_ID = "0b8e0d9c-4a57-4c0e-8f8e-3d1c7f0a9b11"

const nested = (depth: number) =>
  `{"event":"payment.success","payload":${"[".repeat(depth)}${"]".repeat(depth)},"data":{}}`

/** Bodies that are not webhooks, even when correctly signed. */
export const NO_WEBHOOKS: {
  what: string
  body: string | Buffer
  contentType?: string
  message: RegExp
}[] = [
  { what: "no bytes", body: "", message: /empty/ },
  { what: "text that is not JSON", body: "paid, trust me", message: /JSON/ },
  {
    what: "a form",
    body: "event=payment.success&payload[amount]=12.5",
    contentType: "application/x-www-form-urlencoded",
    message: /not JSON/,
  },
  {
    what: "an event of 3,000 letters, which no index could hold",
    body: `{"event":"${randomBytes(1_500).toString("hex")}","payload":{},"data":{}}`,
    message: /event/,
  },
  {
    what: "a zero byte",
    body: '{"event":"payment.success","payload":{"a":"\\u0000"},"data":{"a":"\\u0000"}}',
    message: /NUL/,
  },
  {
    what: "a payload that is not an object",
    body: '{"event":"payment.success","payload":"paid","data":"paid"}',
    message: /payload|data/,
  },
  {
    what: "30,000 levels",
    body: nested(30_000),
    message: /nested deeper than 64/,
  },
  {
    what: "bytes that are not UTF-8",
    body: Buffer.from('{"event":"\xff\xfe","payload":{},"data":{}}', "latin1"),
    message: /UTF-8/,
  },
]

/** A paid event that differs from the ledger; without `rails`, on both. */
export type Mismatch = {
  what: string
  rails?: readonly Rail[]
  overrides: Record<string, unknown>
  /** The name of the exception that it opens. */
  exception: string
}

const DIFFERING: Mismatch[] = [
  {
    what: "a cent less",
    overrides: { amount: 12.49 },
    exception: "deposit_mismatch.amount",
  },
  {
    what: "the other coin",
    overrides: { currency: "USDC" },
    exception: "deposit_mismatch.currency",
  },
  {
    what: "another network",
    rails: ["onchain"],
    overrides: { chain: "BASE", payment: null },
    exception: "deposit_mismatch.chain",
  },
  {
    what: "another order of the gateway",
    rails: ["onchain"],
    overrides: { order_id: FOREIGN_ID },
    exception: "deposit_mismatch.gateway_id",
  },
]

const UNREADABLE: Omit<Mismatch, "exception">[] = [
  { what: "without an amount", overrides: { amount: undefined } },
  {
    what: "without a network",
    rails: ["onchain"],
    overrides: { chain: undefined },
  },
]

/** Paid events that must not be trusted, and the exception that each opens. */
export const MISMATCHES: Mismatch[] = [
  ...DIFFERING.map((row) => ({
    ...row,
    what: `because it reports ${row.what}`,
  })),
  ...UNREADABLE.map((row) => ({
    ...row,
    exception: "webhook_problem.unreadable",
  })),
]

/** Fields of a paid event that decide nothing: they may be missing or wrong. */
export const UNEXPECTED_FIELDS: {
  what: string
  rails: readonly Rail[]
  overrides: Record<string, unknown>
}[] = [
  {
    what: "another transaction id than its created event",
    rails: ["hosted"],
    overrides: { transaction_id: FOREIGN_ID },
  },
  {
    what: "a time, a name and metadata of unexpected types",
    rails: ["hosted"],
    overrides: { timestamp: "22.11.2026", item_name: 7, metadata: [] },
  },
  {
    what: "neither mode, time nor transfer",
    rails: ["onchain"],
    overrides: { paid_at: undefined, mode: undefined, payment: [] },
  },
]
