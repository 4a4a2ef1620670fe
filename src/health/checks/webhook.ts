import { z } from "zod"
import { PRIVATE_ADDRESS } from "../../gateway"
import type { Rail } from "../../ledger"
import { webhookUrl } from "../../modules/stablecoin/service"
import { check, type Finding } from "../check"
import type { ProbeResponse } from "../request"
import { sendProbe } from "../probe"
import { addressScopeOf } from "../context"
import { isMeant } from "./credentials"
import { missedOf } from "./missed-webhooks"
import { notStoredByReceiver } from "./not-stored-by-receiver"

type Id = `webhook_${Rail}`

const receiptSchema = z.object({ received: z.literal(true) })

/**
 * Sends a signed webhook to the store's own address, as the gateway would, and
 * checks that it arrived in this database.
 */
export const webhookOf = (rail: Rail) =>
  check<Id>(`webhook_${rail}`, async (context) => {
    const settings = await context.settings()
    const account = settings.accounts[rail]
    const secret = settings.webhookSigners[rail].find(
      (signer) => signer.account === account && signer.created_before === null
    )?.secret
    if (!secret) {
      return isMeant(settings, rail)
        ? {
            status: "error",
            code: "no_secret",
            message: `No webhook of the ${rail} rail can be verified: no secret is set.`,
            remedy:
              "Enter the webhook secret of the gateway's portal (hosted: the client secret) under Settings → Stablecoin payments.",
          }
        : {
            status: "ok",
            code: "not_configured",
            message: `The ${rail} rail is not used.`,
          }
    }
    if (!settings.general.ok) {
      return {
        status: "error",
        code: "no_backend_url",
        message: "The store's own address is not set.",
        remedy: "Set backendUrl to the public https address of this backend.",
      }
    }
    const url = webhookUrl(settings.general.value.backendUrl, rail)
    const addressScope = addressScopeOf(context, settings.general.value)
    const send = (isOdd: boolean) =>
      sendProbe(context.stablecoin, { rail, secret, url, isOdd, addressScope })
    const { response, arrived } = await send(true)
    if (arrived && isReceipt(response)) {
      return (await missedOf(context.stablecoin, rail)) ?? received(url)
    }
    if (isUnauthorized(response) && (await send(false)).arrived) {
      return bodyChanged(url)
    }
    return (
      notStoredByReceiver(
        url,
        response,
        isReceipt(response),
        await context.webhookReceiver()
      ) ?? notStored(url, response)
    )
  })

function received(url: string): Finding<Id> {
  return {
    status: "ok",
    code: "received",
    params: { url },
    message: `A signed test webhook to ${url} arrived unchanged.`,
  }
}

function notStored(url: string, response: ProbeResponse): Finding<Id> {
  const params = { url }
  if ("failed" in response && response.failed === PRIVATE_ADDRESS) {
    return {
      status: "warning",
      code: "private_address",
      params,
      message: `No test webhook was sent to ${url}: the address was entered in the admin, and resolves to a private network here.`,
      remedy:
        "Set backendUrl to the public address of this backend. If it is public from outside, set it in medusa-config.ts.",
    }
  }
  if ("failed" in response) {
    return {
      status: "error",
      code: response.isTimeout ? "timeout" : "unreachable",
      params: { url, detail: response.failed },
      message: `A test webhook to ${url} got no answer (${response.failed}).`,
      remedy:
        "Start the store if it is not running. Otherwise check backendUrl, and that a firewall lets requests through to it.",
    }
  }
  const { status } = response
  if (status === 200) {
    return isReceipt(response) ? otherStore(url) : wrongAnswer(url)
  }
  if (status === 401) {
    return unauthorized(url)
  }
  if (status === 404) {
    return {
      status: "error",
      code: "not_found",
      params,
      message: `${url} was not found (404).`,
      remedy:
        "Check that backendUrl is the address of this Medusa backend and not of the storefront, that a proxy in front of it forwards /hooks, and that the plugin is listed in plugins of medusa-config.ts there.",
    }
  }
  if (status >= 300 && status < 400) {
    return {
      status: "error",
      code: "redirected",
      params: { url, status },
      message: `A test webhook to ${url} was redirected (${status}), which a gateway may not follow.`,
      remedy:
        "Set backendUrl to the final address, with the right scheme and host name (https, www).",
    }
  }
  return {
    status: "error",
    code: "refused",
    params: { url, status },
    message: `A test webhook to ${url} was answered ${status}.`,
    remedy:
      "Check the logs of the store or the receiver, and of the proxy in front of it: a webhook must reach them without a login, and be answered 200.",
  }
}

function wrongAnswer(url: string): Finding<Id> {
  return {
    status: "error",
    code: "wrong_answer",
    params: { url },
    message: `A test webhook to ${url} was answered 200, but not by the plugin.`,
    remedy:
      "Something else answers at this address, such as a storefront or a login page: set backendUrl to the address of this Medusa backend.",
  }
}

function otherStore(url: string): Finding<Id> {
  return {
    status: "error",
    code: "other_store",
    params: { url },
    message: `A test webhook to ${url} was received by a store with another database.`,
    remedy:
      "Set backendUrl to the address of this store: another one has the same secrets and receives its webhooks.",
  }
}

function bodyChanged(url: string): Finding<Id> {
  return {
    status: "error",
    code: "body_changed",
    params: { url },
    message: `A test webhook to ${url} was changed in transit: only a body in standard JSON formatting arrived unchanged.`,
    remedy:
      "Configure the proxy or firewall in front of the store to forward bodies unchanged: signatures are over their bytes, and genuine webhooks are rejected otherwise.",
  }
}

function unauthorized(url: string): Finding<Id> {
  return {
    status: "error",
    code: "unauthorized",
    params: { url },
    message: `A correctly signed test webhook to ${url} was rejected (401).`,
    remedy:
      "Either another store with other secrets answers there (check backendUrl), or something in front of the store changes bodies or drops the signature's header.",
  }
}

function isUnauthorized(response: ProbeResponse): boolean {
  return "status" in response && response.status === 401
}

/** Whether it is the plugin's response to a webhook that it received. */
function isReceipt(response: ProbeResponse): boolean {
  if (!("status" in response) || response.status !== 200) {
    return false
  }
  try {
    return receiptSchema.safeParse(JSON.parse(response.body)).success
  } catch {
    return false
  }
}
