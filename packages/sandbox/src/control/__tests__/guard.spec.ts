import { isOwnHost } from "../guard"

describe.each([
  ["127.0.0.1", "127.0.0.1:4030", true],
  ["127.0.0.1", "localhost:4030", true],
  ["127.0.0.1", "[::1]:4030", true],
  ["127.0.0.1", "evil.example:4030", false],
  ["127.0.0.1", "127.0.0.1.evil.example:4030", false],
  ["127.0.0.1", "localhost@evil.example:4030", false],
  ["127.0.0.1", "", false],
  ["0.0.0.0", "192.168.1.5:4030", true],
  ["0.0.0.0", "[fd00::5]:4030", true],
  ["0.0.0.0", "evil.example:4030", false],
  ["box.lan", "box.lan:4030", true],
])("control on %s", (host, header, own) => {
  it(`${own ? "accepts" : "rejects"} requests for "${header}"`, () => {
    expect(isOwnHost(header, host)).toBe(own)
  })
})
