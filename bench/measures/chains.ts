import { setTimeout as wait } from "node:timers/promises"
import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"
import { CHAINS } from "../../src/gateway"
import type { ProofMode } from "../../src/ledger"
import { byWebhook } from "../arrival"
import type { BenchContext } from "../context"
import { type Measure, median, type Row } from "../measure"
import { openPayments } from "../open-payments"
import { OrderWatcher } from "../order-watcher"
import { buyersOf } from "../purchases"
import { undisturbed } from "../undisturbed"

/** Purchases before the other mode has its turn. */
const TURN = 5
const OPEN = 10_000
const QUICK_OPEN = 500
/** Blocks on top of a final one. */
const FINALITY_DEPTH = 12
/** Passes after which a transfer counts as never seen. */
const PASSES_AT_MOST = 5
/** Settings are read once a second. */
const SETTINGS_MS = 1_100
/** More than a pass and its blocks take. */
const PASS_MS = 15_000

type Times = Record<"off" | "observe", number[]>

/** The cost of reading the chains. */
export const chains: Measure = {
  name: "chains",
  run: async (context) => {
    const store = await startBuiltStore({
      serverUrl: context.serverUrl,
      port: await context.freePort(),
      chains: true,
    })
    try {
      context.say("From the webhook to the order, with and without a proof.")
      const observed = await observeRow(store, context)
      context.say("A pass over six networks.")
      return [observed, ...(await passRows(store, context))]
    } finally {
      await store.close()
    }
  },
}

async function observeRow(
  store: BuiltStore,
  { quick }: BenchContext
): Promise<Row> {
  const buyers = await buyersOf(store)
  const watcher = await OrderWatcher.start(store)
  const times: Times = { off: [], observe: [] }
  try {
    await turn({ store, buyers, watcher }, "observe")
    for (let round = 0; round < (quick ? 1 : 6); round++) {
      for (const mode of ["off", "observe"] as const) {
        times[mode].push(...(await turn({ store, buyers, watcher }, mode)))
      }
    }
  } finally {
    await watcher.close()
    await buyers.close()
  }
  return {
    what: "webhook → captured and ordered, observing the chain",
    ours: { value: median(times.observe), unit: "ms" },
    reference: { value: median(times.off), unit: "ms" },
    goal: { kind: "figure", is: "at most", value: 1.02 },
    note: `Medians of ${times.observe.length} on-chain purchases each, one at a time, in turns of ${TURN}. Reference: the same store with blockchain.proof "off".`,
  }
}

async function turn(
  bench: Parameters<typeof byWebhook>[0],
  mode: ProofMode
): Promise<number[]> {
  const { store } = bench
  await store.db.query(
    `INSERT INTO stablecoin_setting (id, key, value)
     VALUES ('stset_bench', 'blockchain.proof', jsonb_build_object('value', $1::text))
     ON CONFLICT (key) WHERE deleted_at IS NULL DO UPDATE SET value = excluded.value`,
    [mode]
  )
  await wait(SETTINGS_MS)
  const times: number[] = []
  while (times.length < TURN) {
    const arrival = await byWebhook(bench, "onchain")
    await store.sandbox.settled()
    await store.call("idle")
    times.push(await arrival())
    await store.call("idle")
  }
  return times
}

/** Calls and statements of a pass over open payments without a transfer. */
async function passRows(
  store: BuiltStore,
  { quick }: BenchContext
): Promise<Row[]> {
  const count = quick ? QUICK_OPEN : OPEN
  const open = await openPayments(store, count)
  // Each has an address of its own, which is the most that a pass can ask for.
  await store.db.query(
    `UPDATE stablecoin_payment
     SET destination_address = '0x' || rpad(md5(id), 40, '0')`
  )
  // The first pass finds where each chain begins.
  await store.call("watchedReadChains")
  const { statements, ms, requests } = await undisturbed(
    store,
    PASS_MS,
    async () => {
      for (const chain of CHAINS) {
        store.sandbox.chain.mine(chain, 10)
      }
      const before = store.sandbox.requests({ api: "rpc" }).length
      const pass = await store.call("watchedReadChains")
      const after = store.sandbox.requests({ api: "rpc" }).length
      return { ...pass, requests: after - before }
    }
  )
  const passes = await passesUntilSeen(store)
  await open.remove()
  return [
    {
      what: `a pass over ${CHAINS.length} networks, ${count} open payments: requests`,
      ours: { value: requests, unit: "" },
      reference: null,
      goal: { kind: "count", is: "at most", value: 2 * CHAINS.length },
      note: "Each payment has an address of its own. 10 new blocks on each network, without a transfer.",
    },
    {
      what: "the same: statements",
      ours: { value: statements.length, unit: "" },
      reference: null,
      goal: null,
    },
    {
      what: "the same: time",
      ours: { value: ms, unit: "ms" },
      reference: null,
      goal: null,
    },
    {
      what: "passes between finality and seen",
      ours: { value: passes, unit: "" },
      reference: null,
      goal: { kind: "count", is: "at most", value: 1 },
      note: `A transfer on each of the ${CHAINS.length} networks, of which none is seen before it is final.`,
    },
  ]
}

/** Passes from the final blocks of transfers on all chains until each is seen. */
async function passesUntilSeen(store: BuiltStore): Promise<number> {
  const { chain: network } = store.sandbox
  const { address } = await store.db.one<{ address: string }>(
    "SELECT min(destination_address) AS address FROM stablecoin_payment"
  )
  for (const chain of CHAINS) {
    network.setFinality(chain, FINALITY_DEPTH)
    const coins = { chain, currency: "USDT", to: address, amount: "12.50" }
    await store.sandbox.send(coins)
    network.mine(chain, FINALITY_DEPTH - 1)
  }
  await store.call("watchedReadChains")
  if ((await seenTransfers(store, address)) > 0) {
    throw new Error("A transfer was seen before it was final.")
  }
  CHAINS.forEach((chain) => network.mine(chain))
  for (let passes = 1; passes <= PASSES_AT_MOST; passes++) {
    await store.call("watchedReadChains")
    if ((await seenTransfers(store, address)) === CHAINS.length) {
      return passes
    }
  }
  throw new Error(`Not all transfers were seen in ${PASSES_AT_MOST} passes.`)
}

/**
 * Counts the transfers to one address. The store's own job may have seen those
 * of earlier purchases.
 */
async function seenTransfers(
  { db }: BuiltStore,
  address: string
): Promise<number> {
  const { count } = await db.one<{ count: string }>(
    "SELECT count(*) AS count FROM stablecoin_deposit WHERE destination_address = $1",
    [address]
  )
  return Number(count)
}
