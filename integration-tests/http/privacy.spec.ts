import type { MedusaContainer } from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"
import { deleteCustomersWorkflow } from "@medusajs/medusa/core-flows"
import purge from "../../src/jobs/purge"
import type { ForgottenCustomer } from "../../src/workflows/customer-data"
import * as workflows from "../../src/workflows"
import { returnUrl, tokenOf } from "../../tools/harness/gateway/return-url"
import { runCli } from "../setup/commands/run-cli"
import { snippetOf } from "../setup/commands/snippets"
import { runSnippet } from "../setup/commands/run-snippet"
import { storeTest } from "../setup/store/store"
import { waitFor } from "../../tools/harness/wait-for"
import { paidWebhook, postSigned } from "../../tools/harness/gateway/webhooks"
import type { OpenPayment } from "../setup/store/test-store"

const snippet = (info: string) => snippetOf("docs/privacy.md", info)

/** Ids and times as the documentation writes them. */
const asDocumented = (text: string) =>
  text
    .replace(/\b(cus|stpay)_[0-9A-Z]+/g, "$1_01…")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "2026-11-23T10:00:00.000Z")

storeTest((store) => {
  const paid = async (): Promise<OpenPayment & { body: string }> => {
    const open = await store.openPayment("onchain")
    const body = paidWebhook(store, open)
    await postSigned(store, "onchain", body)
    await store.settled()
    return { ...open, body }
  }
  const customerOf = async ({ id }: { id: string }) =>
    String((await store.readPayment(id)).customer_id)
  const agedBy = async (days: number, { id }: { id: string }) => {
    const at = new Date(Date.now() - days * 24 * 3600_000)
    await store.changePayment(id, { created_at: at, updated_at: at })
  }

  it("the commands list and erase a customer as the documentation shows", async () => {
    const bought = await paid()
    const customer = await customerOf(bought)
    const waiting = await store.openPayment("hosted")
    await store.db("stablecoin_payment").update({
      customer_id: customer,
    })
    const [exporting, forgetting] = snippet("sh")
      .trim()
      .split("\n")
      .map((line) =>
        line
          .replace(/^npx medusa-payment-stablecoin /, "")
          .replace(/ > .*$/, "")
          .replace("cus_01…", customer)
          .split(" ")
      )

    const exported = await runCli(exporting!)

    expect(exported.code).toBe(0)
    const { payments } = JSON.parse(exported.out) as {
      payments: { id: string; webhooks: unknown[] }[]
    }
    expect(payments.map(({ id }) => id)).toEqual([bought.id, waiting.id])
    expect(payments[0]?.webhooks).not.toEqual([])
    const { clientSecret } = store.sandbox.credentials.onchain
    for (const secret of [
      clientSecret,
      String(waiting.session.data.redirect_url),
      tokenOf(returnUrl(store.sandbox, waiting.id, "success")),
    ]) {
      expect(exported.out).not.toContain(secret)
    }

    const erased = await runCli(forgetting!)

    expect({
      code: erased.code,
      out: asDocumented(erased.out),
    }).toEqual({ code: 1, out: snippet("text") })
    expect(await store.readPayment(bought.id)).toMatchObject({
      status: "paid",
      customer_id: null,
      cart_id: null,
      return_token: null,
      order_id: expect.any(String),
    })
    const { stablecoin_webhook_event } = await store.readLedger()
    expect(
      stablecoin_webhook_event.filter(
        ({ payment_id }) => payment_id === bought.id
      )
    ).toMatchObject([{ body: null }, { body: null }])

    // The webhook is recognized when it is resent, and restores nothing.
    await postSigned(store, "onchain", bought.body)
    await store.settled()
    expect(await store.readPayment(bought.id)).toMatchObject({
      status: "paid",
      customer_id: null,
    })
    expect(await store.openExceptions()).toEqual([])
  })

  it("invalid arguments print the usage", async () => {
    for (const args of [
      ["privacy"],
      ["privacy", "forget"],
      ["privacy", "sell", "--customer", "cus_1"],
    ]) {
      expect(await runCli(args)).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringMatching(/privacy --help/),
      })
    }
  })

  it("the documented code erases a customer", async () => {
    const bought = await paid()
    const { forgetCustomer } = runSnippet(snippet("ts forget-customer.ts"), {
      "medusa-payment-stablecoin/workflows": workflows,
    }) as {
      forgetCustomer(
        container: MedusaContainer,
        id: string
      ): Promise<ForgottenCustomer>
    }
    const customer_id = await customerOf(bought)

    expect(await forgetCustomer(store.container, customer_id)).toEqual({
      customer_id,
      forgotten: [bought.id],
      open: [],
      kept: [],
    })
  })

  it("offers once to erase a deleted customer, and only with something to erase", async () => {
    const customer_id = await customerOf(await paid())
    const customers = store.container.resolve(Modules.CUSTOMER)
    const other = await customers.createCustomers({ email: "b@b.example" })
    const offers = async () =>
      await store
        .db("notification")
        .where({ resource_type: "stablecoin_deleted_customer" })
        .select("resource_id", "data")

    await deleteCustomersWorkflow(store.container).run({
      input: { ids: [other.id, customer_id] },
    })
    await waitFor("the offer", async () => (await offers()).length > 0)
    await workflows.notifyOfDeletedCustomerWorkflow(store.container).run({
      input: { customer_id },
    })

    expect(await offers()).toMatchObject([
      {
        resource_id: customer_id,
        data: {
          description: expect.stringContaining(
            `privacy forget --customer ${customer_id}`
          ),
        },
      },
    ])
    await workflows.forgetCustomerWorkflow(store.container).run({
      input: { customer_id },
    })
    expect(await offers()).toEqual([])
  })

  it("redirects a returning buyer for a week, and later to the storefront", async () => {
    const bought = await paid()
    const url = returnUrl(store.sandbox, bought.id, "success")
    const follow = async () => {
      const response = await fetch(url, { redirect: "manual" })
      return [response.status, response.headers.get("location")]
    }
    const [, thanks] = await follow()
    expect(thanks).toBe((await store.readPayment(bought.id)).success_url)
    await agedBy(8, bought)

    await purge(store.container)

    const { success_url, return_token } = await store.readPayment(bought.id)
    expect([success_url, return_token]).toEqual([null, null])
    expect(await follow()).toEqual([303, new URL("/", String(thanks)).href])
  })
})
