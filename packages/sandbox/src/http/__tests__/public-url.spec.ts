import { isPublicUrl, isWebUrl } from "../public-url"

it.each([
  "https://shop.example.com/thanks",
  "http://shop.de:8080/?a=1",
  "https://8.8.8.8/",
  "https://[2606:4700::1111]/",
  "https://münchen.de/",
])("%s can be reached from the internet", (url) => {
  expect(isPublicUrl(url)).toBe(true)
})

it.each([
  "",
  "shop.example.com",
  "javascript:alert(1)",
  "ftp://shop.de/",
  "http://localhost/",
  "http://LOCALHOST./",
  "http://a.local/",
  "http://db.internal/",
  "http://2130706433/",
  "http://0/",
  "http://172.31.0.1/",
  "http://100.64.0.1/",
  "http://255.255.255.255/",
  "http://[::]/",
  "http://[fe80::1]/",
  "http://[::ffff:127.0.0.1]/",
])("%s cannot", (url) => {
  expect(isPublicUrl(url)).toBe(false)
})

it("distinguishes web URLs from others", () => {
  expect(isWebUrl("http://localhost:9000/x")).toBe(true)
  expect(isWebUrl("data:text/html,x")).toBe(false)
  expect(isWebUrl("/relative")).toBe(false)
})
