import { chainsOf } from "../../../gateway"
import { accountKey } from "../gateway/account-key"
import { hostedSchema, onchainSchema } from "./options"
import { absent, missing, type Resolved, wrong } from "./resolved"
import type { HostedSettings, OnchainSettings, Provenance } from "./settings"

/** Resolves the options of the hosted rail. */
export function resolveHosted(
  written: unknown,
  { instead, addressScopes }: Provenance
): Resolved<HostedSettings> {
  const options = hostedSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "hosted")
  }
  const { baseUrl, clientId, clientSecret } = options.data
  if (!baseUrl || !clientId || !clientSecret) {
    const needed = { baseUrl, clientId, clientSecret }
    return missing(instead, ...absent("hosted", needed))
  }
  const account = accountKey("hosted", baseUrl, clientId)
  return {
    ok: true,
    value: {
      rail: "hosted",
      account,
      baseUrl,
      clientId,
      clientSecret,
      addressScope: addressScopes?.hosted,
    },
  }
}

/** Resolves the options of the onchain rail. */
export function resolveOnchain(
  written: unknown,
  { instead, addressScopes }: Provenance
): Resolved<OnchainSettings> {
  const options = onchainSchema.safeParse(written ?? {})
  if (!options.success) {
    return wrong(options.error, "onchain")
  }
  const { baseUrl, clientId, clientSecret, webhookSecrets, chains } =
    options.data
  const defaultChain = options.data.defaultChain ?? chainsOf(chains)[0]
  const webhookSecret = webhookSecrets.find(
    ({ replaced_at }) => replaced_at === null
  )?.secret
  if (
    !baseUrl ||
    !clientId ||
    !clientSecret ||
    !webhookSecret ||
    !defaultChain
  ) {
    const needed = {
      baseUrl,
      clientId,
      clientSecret,
      webhookSecrets: webhookSecret,
    }
    return missing(instead, ...absent("onchain", needed))
  }
  const account = accountKey("onchain", baseUrl, clientId)
  return {
    ok: true,
    value: {
      rail: "onchain",
      account,
      baseUrl,
      clientId,
      clientSecret,
      addressScope: addressScopes?.onchain,
      chains,
      defaultChain,
    },
  }
}
