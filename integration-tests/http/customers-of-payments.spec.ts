import { requestOrThrow } from "../../tools/harness/shop/request"
import {
  exportCustomerDataWorkflow,
  forgetCustomerWorkflow,
} from "../../src/workflows"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import type { OpenPayment } from "../setup/store/test-store"

const GUEST = "buyer@example.com"
const CORRECTED = "right.buyer@example.com"
const ACCOUNT = "ada@example.com"

type Customer = { id: string; email: string }

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const post = async <T>(path: string, body: unknown, token?: string) =>
    await requestOrThrow<T>(`${store.url}${path}`, {
      method: "POST",
      headers: {
        "x-publishable-api-key": store.seeded.publishable_key,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body,
    })
  /** Registers an account. @returns it, and its login */
  const register = async () => {
    const login = { email: ACCOUNT, password: "supersecret" }
    const { token: registration } = await post<{ token: string }>(
      "/auth/customer/emailpass/register",
      login
    )
    const { customer } = await post<{ customer: Customer }>(
      "/store/customers",
      { email: ACCOUNT },
      registration
    )
    const { token } = await post<{ token: string }>(
      "/auth/customer/emailpass",
      login
    )
    return { customer, token }
  }
  const pay = async ({ id }: OpenPayment) => {
    await store.pay(id)
  }
  const orderOf = async ({ id }: OpenPayment) => {
    const { order_id } = await store.readPayment(id)
    return (await store
      .db("order")
      .where({ id: String(order_id) })
      .first()) as { id: string; customer_id: string }
  }
  /** The payments that the admin finds. */
  const found = async (q: string) => {
    const { body } = await api.get(`payments?q=${encodeURIComponent(q)}`)
    return body.payments.map(({ id }) => id)
  }
  const exported = async (customer_id: string) => {
    const { result } = await exportCustomerDataWorkflow(store.container).run({
      input: { customer_id },
    })
    return result.payments.map(({ id }) => id)
  }
  const forget = async (customer_id: string) => {
    const { result } = await forgetCustomerWorkflow(store.container).run({
      input: { customer_id },
    })
    return result
  }

  it("finds the payment of a guest who corrected the address before paying, by either", async () => {
    const open = await store.openPayment("onchain")
    await post(`/store/carts/${open.cart.id}`, { email: CORRECTED })
    await pay(open)
    const { customer_id } = await orderOf(open)
    const started = String((await store.readPayment(open.id)).customer_id)
    expect(customer_id).not.toBe(started)

    for (const q of [GUEST, CORRECTED, started, customer_id]) {
      expect({ q, found: await found(q) }).toEqual({ q, found: [open.id] })
    }
    const of = { id: open.id, customer_id, customer_email: CORRECTED }
    expect(await api.readExport(`payments/export?q=${customer_id}`)).toEqual([
      expect.objectContaining(of),
    ])
    expect((await api.get(`payments/${open.id}`)).body.payment).toMatchObject({
      customer_id,
      customer: { id: customer_id, email: CORRECTED },
    })
    expect(await exported(customer_id)).toEqual([open.id])
  })

  it("erases no payment of another buyer, whose money was kept for a customer's order", async () => {
    const { customer } = await register()
    const { id, exception } = await api.outOfStock("onchain")
    const order_id = await api.admin.enterOrder()
    await store
      .db("order")
      .where({ id: order_id })
      .update({ email: ACCOUNT, customer_id: customer.id })
    await api.mustResolve(exception.id, {
      action: "close",
      order_id,
      other_customer: true,
    })
    await store.later()

    expect(await exported(customer.id)).toEqual([])
    expect(await forget(customer.id)).toMatchObject({ forgotten: [] })
    expect((await api.get(`payments/${id}`)).body.payment).toMatchObject({
      customer: { email: GUEST },
    })
  })

  it("finds the unpaid payment of a buyer who logged in on the gateway's page", async () => {
    const open = await store.openPayment("onchain")
    const { customer, token } = await register()
    await post(`/store/carts/${open.cart.id}/customer`, {}, token)

    expect(await found(customer.id)).toEqual([open.id])
    expect(await exported(customer.id)).toEqual([open.id])
    expect((await forget(customer.id)).open).toMatchObject([{ id: open.id }])
    const { body } = await api.get(`payments/${open.id}`)
    expect(body.payment.customer).toEqual({ id: customer.id, email: ACCOUNT })
  })

  it("erases the payment of an order that was transferred to an account, once", async () => {
    const open = await store.openPayment("onchain")
    await pay(open)
    const order = await orderOf(open)
    const { customer, token } = await register()
    const path = `/store/orders/${order.id}/transfer`
    await post(`${path}/request`, {}, token)
    const action = (await store
      .db("order_change_action")
      .where({ order_id: order.id, action: "TRANSFER_CUSTOMER" })
      .first()) as { details: { token: string } }
    await post(`${path}/accept`, { token: action.details.token })
    // As before the payment is settled: its order is linked, not recorded.
    await store.db("stablecoin_payment").update({ order_id: null })

    for (const q of [GUEST, ACCOUNT, order.customer_id, customer.id]) {
      expect({ q, found: await found(q) }).toEqual({ q, found: [open.id] })
    }
    for (const id of [order.customer_id, customer.id]) {
      expect(await exported(id)).toEqual([open.id])
    }
    const { body } = await api.get(`payments/${open.id}`)
    expect(body.payment.customer).toEqual({ id: customer.id, email: ACCOUNT })

    const nothing = { forgotten: [], open: [], kept: [] }
    expect(await forget(customer.id)).toMatchObject({
      ...nothing,
      forgotten: [open.id],
    })
    expect(await forget(customer.id)).toMatchObject(nothing)
    expect(await forget(order.customer_id)).toMatchObject(nothing)
    expect(await store.readPayment(open.id)).toMatchObject({
      customer_id: null,
      cart_id: null,
      return_token: null,
    })
  })
})
