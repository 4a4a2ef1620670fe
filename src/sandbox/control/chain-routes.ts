import { Hono } from "hono"
import { chainSchema, txHashSchema } from "../../gateway/schemas"
import type { ApiEnv } from "../http/recorder"
import { parse, strict } from "../parse"
import { SandboxError } from "../sandbox-error"
import type { Sandbox } from "../sandbox"
import { body } from "./body"
import {
  balanceSchema,
  batchSchema,
  emittedSchema,
  faucetSchema,
  finalitySchema,
  mineSchema,
  reorgSchema,
  tokenSchema,
  transferSchema,
} from "./schemas"

/** Accounts, transfers and blocks of the sandbox's chains. */
export function chainRoutes(sandbox: Sandbox): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>()

  app.post("/wallets", async (c) => {
    await body(c, strict({}))
    return c.json({ address: await sandbox.chain.createAccount() }, 201)
  })
  app.get("/balance", async (c) => {
    const at = parse(balanceSchema, c.req.query(), "The query")
    return c.json({ ...at, balance: await sandbox.chain.balance(at) })
  })
  app.post("/faucet", async (c) =>
    c.json(await sandbox.chain.faucet(await body(c, faucetSchema)), 201)
  )
  app.post("/transfers", async (c) => {
    const { fail, from, ...sent } = await body(c, transferSchema)
    const transfer = { ...sent, from: from ?? sandbox.walletAddress }
    const receipt = fail
      ? await sandbox.chain.failTransfer(transfer)
      : await (from ? sandbox.chain.transfer(transfer) : sandbox.send(sent))
    return c.json(receipt, 201)
  })
  app.get("/transfers/:chain/:txHash", async (c) => {
    const chain = parse(chainSchema, c.req.param("chain"), "The network")
    const txHash = parse(txHashSchema, c.req.param("txHash"), "The hash")
    const [receipt] = await sandbox.chain.receipts(chain, txHash)
    if (!receipt) {
      throw new SandboxError(`There is no transfer ${txHash} on ${chain}.`, 404)
    }
    return c.json(receipt)
  })

  app.get("/chain", (c) => c.json({ chains: sandbox.chain.heads() }))
  app.post("/chain/batch", async (c) => {
    const { transfers } = await body(c, batchSchema)
    const receipts = await sandbox.chain.transferBatch(transfers)
    return c.json({ receipts }, 201)
  })
  app.post("/chain/logs", async (c) =>
    c.json(await sandbox.chain.emitTransfer(await body(c, emittedSchema)), 201)
  )
  app.post("/chain/tokens", async (c) =>
    c.json(sandbox.chain.deployToken(await body(c, tokenSchema)), 201)
  )
  app.post("/chain/mine", async (c) => {
    const { chain, blocks } = await body(c, mineSchema)
    return c.json(sandbox.chain.mine(chain, blocks))
  })
  app.post("/chain/reorg", async (c) => {
    const { chain, depth, keep } = await body(c, reorgSchema)
    return c.json(sandbox.chain.reorg(chain, depth, { keep }))
  })
  app.post("/chain/finality", async (c) => {
    const { chain, depth } = await body(c, finalitySchema)
    return c.json(sandbox.chain.setFinality(chain, depth))
  })

  return app
}
