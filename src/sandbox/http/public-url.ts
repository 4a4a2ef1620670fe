import { BlockList, isIP } from "node:net"

const RESERVED_SUFFIXES = [
  "localhost",
  "local",
  "internal",
  "test",
  "example",
  "invalid",
  "onion",
  "home.arpa",
]

const RESERVED = new BlockList()
for (const [address, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const) {
  RESERVED.addSubnet(address, prefix, "ipv4")
}
for (const [address, prefix] of [
  ["::", 128],
  ["::1", 128],
  ["64:ff9b::", 96],
  ["100::", 64],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  RESERVED.addSubnet(address, prefix, "ipv6")
}

/** Whether a string is an absolute http or https URL. */
export function isWebUrl(value: string): boolean {
  const protocol = URL.canParse(value) ? new URL(value).protocol : ""
  return protocol === "http:" || protocol === "https:"
}

/** Whether a string is a web URL whose host can exist on the public internet. */
export function isPublicUrl(value: string): boolean {
  if (!isWebUrl(value)) {
    return false
  }
  // The URL parser has already normalized spellings such as 0x7f.1 to dotted
  // form.
  const host = new URL(value).hostname.replace(/^\[|\]$|\.$/g, "")
  const family = isIP(host)
  if (family) {
    return !RESERVED.check(host, family === 6 ? "ipv6" : "ipv4")
  }
  return (
    host.includes(".") &&
    !RESERVED_SUFFIXES.some((suffix) => host.endsWith(`.${suffix}`))
  )
}
