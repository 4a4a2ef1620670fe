import { findAnvil } from "../../tools/harness/chain/anvil/find-anvil"
import { startAnvilChain } from "../../tools/harness/chain/anvil/anvil-chain"
import { startSandboxChain } from "../../tools/harness/chain/sandbox/sandbox-chain"
import type { RealChain, TestChain } from "../../tools/harness/chain/test-chain"
import type { Network } from "../../src/blockchain/networks"
import { isAnswered, type RpcCall, RpcClient } from "../../src/blockchain/rpc"

type Implementation<T extends TestChain = TestChain> = {
  name: string
  start(network: Network): Promise<T>
  /** Why it can't start here, or null. */
  missing: string | null
}

const ANVIL: Implementation<RealChain> = {
  name: "anvil",
  start: startAnvilChain,
  missing: findAnvil() ? null : "there is no anvil in node_modules or PATH.",
}

/** The same tests run on each, so that the simulation is like a real node. */
const IMPLEMENTATIONS: readonly Implementation[] = [
  ANVIL,
  { name: "the sandbox", start: startSandboxChain, missing: null },
]

const isOptional = process.env.CI !== "true"
for (const { name, missing } of isOptional ? IMPLEMENTATIONS : []) {
  if (missing) {
    process.stderr.write(`The tests on ${name} are skipped: ${missing}\n`)
  }
}

/** A chain, and the client that the plugin reads it with. */
export type ReadChain<T extends TestChain = TestChain> = {
  chain: T
  client: RpcClient
  /**
   * Sends one call.
   *
   * @throws RpcError when it is not answered
   */
  read<T>(call: RpcCall<T>): Promise<T>
}

/**
 * Runs tests on a chain of each kind with the coins of a network. They share it
 * and its state. A kind that is missing is skipped, which is a failure in CI.
 *
 * @param tests get the chain by a function, which they call when they run
 */
export function onEachChain(
  network: Network,
  tests: (chain: () => ReadChain) => void
): void {
  IMPLEMENTATIONS.forEach((each) => on(each, network, tests))
}

/** Runs tests that need a real node, such as one that replaces blocks. */
export function onRealChain(
  network: Network,
  tests: (chain: () => ReadChain<RealChain>) => void
): void {
  on(ANVIL, network, tests)
}

function on<T extends TestChain>(
  { name, start, missing }: Implementation<T>,
  network: Network,
  tests: (chain: () => ReadChain<T>) => void
): void {
  const suite = missing && isOptional ? describe.skip : describe
  suite(`on ${name} as ${network.chain}`, () => {
    let opened: ReadChain<T> | undefined

    beforeAll(async () => {
      opened = open(await start(network))
    })

    afterAll(async () => {
      await opened?.chain.close()
    })

    tests(() => opened!)
  })
}

function open<T extends TestChain>(chain: T): ReadChain<T> {
  const client = new RpcClient([chain.url])
  return {
    chain,
    client,
    read: async (call) => {
      const [result] = await client.batch([call])
      if (!isAnswered(result)) {
        throw result
      }
      return result
    },
  }
}
