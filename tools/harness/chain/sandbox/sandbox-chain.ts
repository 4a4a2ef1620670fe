import { fromBaseUnits } from "../../../../src/blockchain/base-units"
import { knownCoins } from "../../../../src/blockchain/known-coins"
import type { Network } from "../../../../src/blockchain/networks"
import type { Chain as ChainCode } from "../../../../src/gateway"
import { createSandbox, type Sandbox } from "../../../../packages/sandbox/src"
import type { TestChain, TestTransfer } from "../test-chain"

/** Blocks behind the head that are not final. */
const FINALITY_DEPTH = 2
/** More than any test spends, in base units and with 18 decimals too. */
const SUPPLY = 10n ** 30n

/** Starts a sandbox, whose simulated chain of a network is tested. */
export async function startSandboxChain(network: Network): Promise<TestChain> {
  const sandbox = await createSandbox({ finality: FINALITY_DEPTH })
  try {
    return await chainOf(sandbox, network)
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

async function chainOf(sandbox: Sandbox, network: Network): Promise<TestChain> {
  const chain = network.chain as ChainCode
  const memory = sandbox.chain
  const sender = await memory.createAccount()
  const decimals = new Map<string, number>()

  const input = ({ token, to, units }: TestTransfer) => ({
    chain,
    currency: token,
    from: sender,
    to,
    amount: fromBaseUnits(units, decimals.get(token.toLowerCase())!),
  })
  const give = async (token: string, fractionDigits: number) => {
    decimals.set(token.toLowerCase(), fractionDigits)
    await memory.faucet(input({ token, to: sender, units: SUPPLY }))
  }
  for (const coin of knownCoins(network)) {
    await give(coin.address, coin.decimals)
  }

  return {
    url: `${sandbox.urls.rpc}/${chain}`,
    network,
    finalityDepth: FINALITY_DEPTH,
    sender,
    transfer: async (one) => (await memory.transfer(input(one))).txHash,
    failedTransfer: async (one) =>
      (await memory.failTransfer(input(one))).txHash,
    batchTransfer: async (token, transfers) => {
      const inputs = transfers.map((one) => input({ ...one, token }))
      const [receipt] = await memory.transferBatch(inputs)
      return receipt!.txHash
    },
    emitWithoutMoving: async (one) =>
      (await memory.emitTransfer(input(one))).txHash,
    deployToken: async (symbol, fractionDigits) => {
      const { address } = memory.deployToken({
        chain,
        symbol,
        decimals: fractionDigits,
      })
      await give(address, fractionDigits)
      return address
    },
    mine: async (blocks) => void memory.mine(chain, blocks),
    finalize: async () => void memory.mine(chain, FINALITY_DEPTH),
    reorg: async (depth, kept = []) => {
      const { transactions } = memory.reorg(chain, depth, {
        keep: kept.length > 0,
      })
      if (kept.length && kept.join() !== transactions.join()) {
        throw new Error("The sandbox keeps all transactions, in their order.")
      }
    },
    close: () => sandbox.close(),
  }
}
