import type { Finality } from "../../chain-reader"
import { respond } from "../../rpc/__tests__/rpc-server"
import { readNativeCoins } from "../read-native-coins"
import { address } from "../../__tests__/node"
import { nodeTest } from "../../__tests__/node-test"

const BALANCE = { result: "0xe35fa931a0000" }
const PRUNED = { error: { code: -32000, message: "missing trie node" } }
const BUSY = { error: { code: 429, message: "too many requests" } }

const open = nodeTest()

/** Reads from a node with this answer, and shows the block that it was asked about. */
async function read(answer: object, finality: Finality = "finalized") {
  const asked: unknown[] = []
  const { reader } = await open((calls, response) => {
    asked.push(...calls.map(({ params }) => params?.[1]))
    const answers = calls.map(({ id }) => ({ jsonrpc: "2.0", id, ...answer }))
    respond(response, 200, answers)
  }, finality)
  const { coins, error } = await readNativeCoins(reader, address(1), 110)
  return { coins, error: error?.code ?? null, asked: asked[0] }
}

it.each<[string, object, Finality | undefined, object]>([
  ["in the last final block", BALANCE, undefined, { asked: "finalized" }],
  ["in the block with enough confirmations", BALANCE, 11, { asked: "0x64" }],
])("native coins are read %s", async (_, answer, finality, expected) => {
  expect(await read(answer, finality)).toMatchObject({
    coins: { coin: "POL", amount: "0.004" },
    error: null,
    ...expected,
  })
})

it("a node that has dropped the block's state delays no cancellation, and a busy one does", async () => {
  expect(await read(PRUNED)).toMatchObject({ coins: null, error: null })
  expect(await read(BUSY)).toMatchObject({ coins: null, error: "rate_limited" })
})
