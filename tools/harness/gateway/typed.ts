import type { Credentials } from "../../../packages/sandbox/src"

/** Credentials of the gateway's portal, as a merchant enters them in the admin. */
export function typed({ hosted, onchain }: Credentials) {
  return {
    hosted: {
      client_id: hosted.clientId,
      client_secret: hosted.clientSecret,
    },
    onchain: {
      client_id: onchain.clientId,
      client_secret: onchain.clientSecret,
      webhook_secrets: { add: [onchain.webhookSecret] },
    },
  }
}
