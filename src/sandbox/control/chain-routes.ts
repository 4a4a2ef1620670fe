import { Hono } from "hono"
import { chainSchema, txHashSchema } from "../../gateway/schemas"
import type { ApiEnv } from "../http/recorder"
import { parse, strict } from "../parse"
import { SandboxError } from "../sandbox-error"
import type { Sandbox } from "../sandbox"
import { body } from "./body"
import { balanceSchema, faucetSchema, transferSchema } from "./schemas"

/** Accounts and transfers on the sandbox's chain. */
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
    const { fail, ...transfer } = await body(c, transferSchema)
    const receipt = fail
      ? await sandbox.chain.failTransfer(transfer)
      : await sandbox.chain.transfer(transfer)
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

  return app
}
