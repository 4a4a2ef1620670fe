import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"
import { CHAINS } from "../../../src/gateway"
import type { Measure, Row } from "../measure"
import { openPayments } from "../open-payments"
import { undisturbed } from "../undisturbed"

const OPEN = 10_000
const QUICK_OPEN = 500
/** More than a pass and its blocks take. */
const PASS_MS = 15_000

/** The cost of reading the chains. */
export const chains: Measure = {
  name: "chains",
  run: async ({ serverUrl, freePort, quick, say }) => {
    const store = await startBuiltStore({
      serverUrl,
      port: await freePort(),
      chains: true,
      env: { STABLECOIN_PROOF: "observe" },
    })
    try {
      say("A pass over six networks.")
      return await rowsOf(store, quick ? QUICK_OPEN : OPEN)
    } finally {
      await store.close()
    }
  },
}

/** Calls and statements of a pass over open payments without a transfer. */
async function rowsOf(store: BuiltStore, count: number): Promise<Row[]> {
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
  await open.remove()
  return [
    {
      what: `a pass over ${CHAINS.length} networks, ${count} open payments: requests`,
      ours: { value: requests, unit: "" },
      goal: { kind: "count", is: "at most", value: 2 * CHAINS.length },
      note: "Each payment has an address of its own. 10 new blocks on each network, without a transfer.",
    },
    {
      what: "the same: statements",
      ours: { value: statements.length, unit: "" },
    },
    {
      what: "the same: time",
      ours: { value: ms, unit: "ms" },
    },
  ]
}
