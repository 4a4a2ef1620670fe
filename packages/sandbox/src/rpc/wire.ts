import type { Block } from "../chain/blocks"
import type { Mined } from "../chain/network-chain"
import {
  eventsOf,
  type Transaction,
  type TransferEvent,
} from "../chain/transaction"

/** `keccak256("Transfer(address,address,uint256)")`, defined by ERC-20. */
const TRANSFER =
  "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** 1 gwei. */
export const GAS_PRICE = quantity(1_000_000_000)
const GAS = { success: 65_000, reverted: 30_000 } as const

const ZERO_HASH = `0x${"0".repeat(64)}`
const ZERO_ADDRESS = `0x${"0".repeat(40)}`
/** Hash of an empty list of uncles. */
const NO_UNCLES =
  "0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347"
/** Root of an empty trie. Nothing here is kept in tries. */
const EMPTY_ROOT =
  "0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"

/** A log in the form of geth. */
export function logData({
  token,
  from,
  to,
  units,
  block,
  transactionHash,
  transactionIndex,
  logIndex,
}: TransferEvent) {
  return {
    address: token.address,
    topics: [TRANSFER, addressWord(from), addressWord(to)],
    data: `0x${word(units)}`,
    blockNumber: quantity(block.number),
    transactionHash,
    transactionIndex: quantity(transactionIndex),
    blockHash: block.hash,
    blockTimestamp: quantity(block.timestamp),
    logIndex: quantity(logIndex),
    removed: false,
  }
}

/** Result of `eth_getTransactionReceipt`. */
export function receiptData({ block, transaction }: Mined) {
  const { hash, from, to, status } = transaction
  const index = block.transactions.indexOf(transaction)
  const logs = eventsOf(block)
    .filter((event) => event.transactionIndex === index)
    .map(logData)
  return {
    type: "0x2",
    status: status === "success" ? "0x1" : "0x0",
    cumulativeGasUsed: gasOf(block.transactions.slice(0, index + 1)),
    logs,
    logsBloom: bloom(logs.length > 0),
    transactionHash: hash,
    transactionIndex: quantity(index),
    blockHash: block.hash,
    blockNumber: quantity(block.number),
    gasUsed: gasOf([transaction]),
    effectiveGasPrice: GAS_PRICE,
    from,
    to,
    contractAddress: null,
  }
}

/** Result of `eth_getBlockByNumber` with hashes of transactions. */
export function blockData(block: Block) {
  const { number, hash, parentHash, timestamp, transactions } = block
  return {
    number: quantity(number),
    hash,
    parentHash,
    sha3Uncles: NO_UNCLES,
    logsBloom: bloom(eventsOf(block).length > 0),
    transactionsRoot: EMPTY_ROOT,
    stateRoot: EMPTY_ROOT,
    receiptsRoot: EMPTY_ROOT,
    miner: ZERO_ADDRESS,
    difficulty: "0x0",
    extraData: "0x",
    gasLimit: quantity(30_000_000),
    gasUsed: gasOf(transactions),
    timestamp: quantity(timestamp),
    mixHash: ZERO_HASH,
    nonce: "0x0000000000000000",
    baseFeePerGas: GAS_PRICE,
    size: quantity(600),
    uncles: [],
    transactions: transactions.map((each) => each.hash),
  }
}

function gasOf(transactions: readonly Transaction[]): string {
  const used = transactions.reduce((sum, { status }) => sum + GAS[status], 0)
  return quantity(used)
}

/** A filter of all ones may contain any log, so it is never wrong. */
function bloom(hasLogs: boolean): string {
  return `0x${(hasLogs ? "f" : "0").repeat(512)}`
}

/** A JSON-RPC quantity, without leading zeros: 436 → "0x1b4". */
export function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

/** A number as 32 bytes, without 0x. */
export function word(value: number | bigint): string {
  return value.toString(16).padStart(64, "0")
}

/** An address as 32 bytes. */
function addressWord(address: string): string {
  return `0x${address.slice(2).padStart(64, "0")}`
}

/** The ABI's encoding of a single string. */
export function abiString(text: string): string {
  const bytes = Buffer.from(text, "utf8")
  const padded = Math.ceil(bytes.length / 32) * 64
  const content = bytes.toString("hex").padEnd(padded, "0")
  return `0x${word(32)}${word(bytes.length)}${content}`
}
