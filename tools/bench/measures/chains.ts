import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"
import { CHAINS } from "../../../src/gateway"
import { type ArrivalBench, byWebhook } from "../arrival"
import type { BenchContext } from "../context"
import { type Measure, median, type Row } from "../measure"
import { openPayments } from "../open-payments"
import { OrderWatcher } from "../order-watcher"
import { buyersOf } from "../purchases"
import { undisturbed } from "../undisturbed"

/** Purchases before the other store has its turn. */
const TURN = 5
const OPEN = 10_000
const QUICK_OPEN = 500
/** Blocks on top of a final one. */
const FINALITY_DEPTH = 12
/** Passes after which a transfer counts as never seen. */
const PASSES_AT_MOST = 5
/** More than a pass and its blocks take. */
const PASS_MS = 15_000

type Mode = "off" | "observe"

/** The cost of reading the chains. */
export const chains: Measure = {
  name: "chains",
  run: async (context) => {
    const store = await startStore(context, "observe")
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

async function startStore(
  { serverUrl, freePort }: BenchContext,
  STABLECOIN_PROOF: Mode
): Promise<BuiltStore> {
  return await startBuiltStore({
    serverUrl,
    port: await freePort(),
    chains: true,
    env: { STABLECOIN_PROOF },
  })
}

async function observeRow(
  store: BuiltStore,
  context: BenchContext
): Promise<Row> {
  const other = await startStore(context, "off")
  try {
    const { off, observe } = await compare(other, store, context)
    return {
      what: "webhook → captured and ordered, observing the chain",
      ours: { value: median(observe), unit: "ms" },
      reference: { value: median(off), unit: "ms" },
      goal: { kind: "figure", is: "at most", value: 1.02 },
      note: `Medians of ${observe.length} on-chain purchases each, one at a time, in turns of ${TURN}. Reference: another store with blockchain.proof "off".`,
    }
  } finally {
    await other.close()
  }
}

/** Buys in both stores in turns. */
async function compare(
  off: BuiltStore,
  observe: BuiltStore,
  { quick }: BenchContext
): Promise<Record<Mode, number[]>> {
  const benches = {
    off: await openBench(off),
    observe: await openBench(observe),
  }
  const times: Record<Mode, number[]> = { off: [], observe: [] }
  try {
    await turn(benches.off)
    await turn(benches.observe)
    for (let round = 0; round < (quick ? 1 : 6); round++) {
      for (const mode of ["off", "observe"] as const) {
        times[mode].push(...(await turn(benches[mode])))
      }
    }
    return times
  } finally {
    for (const { watcher, buyers } of Object.values(benches)) {
      await watcher.close()
      await buyers.close()
    }
  }
}

async function openBench(store: BuiltStore): Promise<ArrivalBench> {
  const buyers = await buyersOf(store)
  return { store, buyers, watcher: await OrderWatcher.start(store) }
}

async function turn(bench: ArrivalBench): Promise<number[]> {
  const { store } = bench
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
        store.sandbox.chain(chain).mine(10)
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
  const { sandbox } = store
  const { address } = await store.db.one<{ address: string }>(
    "SELECT min(destination_address) AS address FROM stablecoin_payment"
  )
  for (const chain of CHAINS) {
    sandbox.chain(chain).setFinality(FINALITY_DEPTH)
    const coins = { chain, currency: "USDT", to: address, amount: "12.50" }
    sandbox.send(coins)
    sandbox.chain(chain).mine(FINALITY_DEPTH - 1)
  }
  await store.call("watchedReadChains")
  if ((await seenTransfers(store, address)) > 0) {
    throw new Error("A transfer was seen before it was final.")
  }
  CHAINS.forEach((chain) => sandbox.chain(chain).mine())
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
