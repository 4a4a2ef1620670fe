import { isPublicAddress, publicUrlProblem } from "../address-scope"

const PRIVATE_HOSTS = [
  ["this machine", "127.0.0.1"],
  ["this machine, another of its addresses", "127.8.9.1"],
  ["this machine in decimal", "2130706433"],
  ["this machine in octal", "0177.0.0.1"],
  ["this machine in hex", "0x7f000001"],
  ["this machine in short", "127.1"],
  ["this machine in full-width digits", "１２７.0.0.1"],
  ["unspecified", "0.0.0.0"],
  ["unspecified in short", "0"],
  ["a private network of class A", "10.0.0.5"],
  ["a private network of class B", "172.31.255.1"],
  ["a private network of class C", "192.168.1.1"],
  ["a carrier's own network", "100.64.0.1"],
  ["a cloud's metadata", "169.254.169.254"],
  ["a cloud's metadata in decimal", "2852039166"],
  ["protocol assignments", "192.0.0.8"],
  ["documentation", "203.0.113.7"],
  ["benchmarks", "198.19.0.1"],
  ["multicast", "224.0.0.1"],
  ["broadcast", "255.255.255.255"],
  ["this machine in IPv6", "[::1]"],
  ["unspecified in IPv6", "[::]"],
  ["a mapped IPv4 address", "[::ffff:127.0.0.1]"],
  ["a mapped public IPv4 address", "[::ffff:8.8.8.8]"],
  ["an IPv4-compatible address", "[::7f00:1]"],
  ["NAT64", "[64:ff9b::a00:1]"],
  ["local NAT64", "[64:ff9b:1::a00:1]"],
  ["unique local", "[fd12:3456::1]"],
  ["link-local", "[fe80::1]"],
  ["site-local", "[fec0::1]"],
  ["IPv6 multicast", "[ff02::1]"],
  ["6to4", "[2002:7f00:1::1]"],
  ["Teredo", "[2001:0:7f00:1::1]"],
  ["IPv6 documentation", "[2001:db8::1]"],
  ["newer IPv6 documentation", "[3fff::1]"],
  ["localhost", "localhost"],
  ["localhost, absolute", "LOCALHOST."],
  ["below localhost", "gateway.localhost"],
  ["multicast DNS", "printer.local"],
  ["a cloud's own names", "metadata.google.internal"],
  ["a cloud's own names, absolute", "metadata.google.internal."],
  ["a home network", "nas.home.arpa"],
  ["a single label", "gateway"],
  ["a single label, absolute", "postgres."],
] as const

describe("an address that an admin enters", () => {
  it.each(PRIVATE_HOSTS)("is rejected when it is %s (%s)", (_, host) => {
    expect(publicUrlProblem(`https://${host}:8443/v2`)?.message).toMatch(
      /must not point into a private network/
    )
  })

  it.each([
    "https://gateway.example",
    "https://gateway.example./v2/",
    "https://gateway.example:8443",
    "https://localhost.gateway.example",
    "https://10.0.0.1.gateway.example",
    "https://8.8.8.8",
    "https://172.32.0.1",
    "https://100.128.0.1",
    "https://[2606:4700::1111]",
  ])("is accepted when it is %s", (url) => {
    expect(publicUrlProblem(url)).toBeNull()
  })

  it.each([
    ["http://gateway.example", /https:\/\//],
    ["ftp://gateway.example", /https:\/\//],
    ["https://user:pass-word@gateway.example", /user name or a password/],
    ["https://user@gateway.example", /user name or a password/],
    ["gateway.example", /not an address/],
    ["https://", /not an address/],
    ["https://[fe80::1%25eth0]", /not an address/],
    ["", /not an address/],
  ])("is rejected when it is %j, and not repeated", (url, message) => {
    const problem = publicUrlProblem(url)?.message
    expect(problem).toMatch(message)
    expect(problem).not.toContain("pass-word")
  })
})

it.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["127.0.0.1", false],
  ["::ffff:10.0.0.1", false],
  ["fe80::1%eth0", false],
  ["2606:4700::1111%eth0", false],
  ["gateway.example", false],
  ["", false],
])("an address that a name resolves to: %j is public: %s", (address, is) => {
  expect(isPublicAddress(address)).toBe(is)
})
