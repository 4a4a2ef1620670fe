import type { Network, Token } from "../../../../src/blockchain/networks"
import { type Contracts, type Hex, loadContracts } from "../contracts/contracts"
import type { RealChain } from "../test-chain"
import { type Account, createAccount } from "./account"
import { type Anvil, startAnvil } from "./anvil"

/** With an epoch of one block. */
const FINALITY_DEPTH = 2

/** Starts a node with the chain id of a network, and deploys its coins. */
export async function startAnvilChain(network: Network): Promise<RealChain> {
  const anvil = await startAnvil(network.evmChainId)
  try {
    return await chainOf(anvil, network)
  } catch (error) {
    await anvil.stop()
    throw error
  }
}

async function chainOf(anvil: Anvil, network: Network): Promise<RealChain> {
  const contracts = await loadContracts()
  const rich = await createAccount(anvil, network.evmChainId)
  const poor = await createAccount(anvil, network.evmChainId)
  const mine = async (blocks: number): Promise<void> => {
    await anvil.request("anvil_mine", [blocks])
  }
  return {
    url: anvil.url,
    network: await withCoins(network, contracts, rich),
    finalityDepth: FINALITY_DEPTH,
    sender: rich.address,
    transfer: (one) => send(rich, one.token, contracts.transfer(one)),
    failedTransfer: (one) => send(poor, one.token, contracts.transfer(one)),
    batchTransfer: (token, transfers) =>
      send(rich, token, contracts.transferToMany(transfers)),
    emitWithoutMoving: (one) =>
      send(rich, one.token, contracts.emitTransfer(one)),
    deployToken: (symbol, decimals) =>
      deploy(rich, contracts.newCoin(symbol, decimals)),
    mine,
    finalize: () => mine(FINALITY_DEPTH),
    reorg: async (depth, kept = []) => {
      const signed = await Promise.all(
        kept.map((hash) => anvil.request("eth_getRawTransactionByHash", [hash]))
      )
      const inFirstBlock = signed.map((transaction) => [transaction, 0])
      await anvil.request("anvil_reorg", [depth, inFirstBlock])
    },
    close: anvil.stop,
  }
}

/** Deploys the coins that a network takes, and those mistaken for them. */
async function withCoins(
  network: Network,
  contracts: Contracts,
  account: Account
): Promise<Network> {
  const deployed = async (coins: Network["tokens"]) => {
    const contractsByName: Record<string, Token> = {}
    for (const [name, token] of Object.entries(coins)) {
      const data = contracts.newCoin(name, token.decimals)
      contractsByName[name] = { ...token, address: await deploy(account, data) }
    }
    return contractsByName
  }
  const tokens = await deployed(network.tokens)
  return { ...network, tokens, others: await deployed(network.others) }
}

async function send(account: Account, to: string, data: Hex): Promise<string> {
  return (await account.send({ to, data })).transactionHash
}

async function deploy(account: Account, data: Hex): Promise<string> {
  const { contractAddress } = await account.send({ data })
  if (!contractAddress) {
    throw new Error("The contract was not created.")
  }
  return contractAddress
}
