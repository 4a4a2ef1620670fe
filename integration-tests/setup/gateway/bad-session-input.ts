import { STOREFRONT } from "../store/store"

export type Refused = {
  what: string
  data: Record<string, unknown>
  /** Matches the message that tells the storefront how to fix the input. */
  message: RegExp
}

const URL_REFUSALS: Refused[] = [
  ["of a foreign origin", "https://evil.example/thanks", /storefrontUrls/],
  [
    "that hides its host behind a backslash",
    "http://evil.example\\@localhost:8000/",
    /storefrontUrls/,
  ],
  ["that is empty", "", /success_url is missing: send it/],
  ["of 3,000 characters", `${STOREFRONT}/${"a".repeat(3000)}`, /success_url/],
].map(([what, success_url, message]) => ({
  what: `a success URL ${what as string}`,
  data: { success_url },
  message: message as RegExp,
}))

/** Session data that the provider rejects. */
export const REFUSALS: Refused[] = [
  ...URL_REFUSALS,
  {
    what: "a cancel URL of a foreign origin",
    data: { cancel_url: "https://evil.example/" },
    message: /cancel_url.*storefrontUrls/,
  },
  {
    what: "an unknown stablecoin",
    data: { currency: "DOGE" },
    message: /currency.*USDT.*USDC/,
  },
  {
    what: "a stablecoin in lower case",
    data: { currency: "usdt" },
    message: /currency.*USDT.*USDC/,
  },
  {
    what: "an unknown chain",
    data: { chain: "SOLANA" },
    message: /chain.*BASE/,
  },
  {
    what: "a currency that is a number",
    data: { currency: 1 },
    message: /currency/,
  },
  { what: "a currency of null", data: { currency: null }, message: /currency/ },
  { what: "a list of chains", data: { chain: ["BASE"] }, message: /chain/ },
  {
    what: "a success URL that is an object",
    data: { success_url: { href: STOREFRONT } },
    message: /success_url/,
  },
]

/** Session fields that only the provider may set. */
export const PROVIDER_FIELDS = [
  "session_id",
  "payment_id",
  "rail",
  "status",
  "redirect_url",
  "amount",
  "currency",
  "mode",
  "expires_at",
  "app_url",
  "intent_url",
  "chain",
]
