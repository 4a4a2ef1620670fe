/** The texts of the shop in one language. */
export type Texts = {
  /** BCP 47, of the document and of amounts. */
  locale: string
  shop: string
  region: string
  cart: string
  footer: string
  waiting: string
  failed: string
  unreachable: string
  retry: string
  toShop: string
  backToShop: string
  mug: string
  addToCart: string
  coins: string
  quantityOf(item: string): string
  oneLess(item: string): string
  oneMore(item: string): string
  yourCart: string
  emptyCart: string
  remove: string
  removeItem(item: string): string
  subtotal: string
  shipping: string
  total: string
  refund: string
  checkout: string
  yourOrder: string
  changeCart: string
  delivery: string
  change: string
  save: string
  cancel: string
  fields: Record<
    "email" | "first_name" | "last_name" | "address_1" | "postal_code" | "city",
    string
  >
  noShipping: string
  payment: string
  saveFirst: string
  yourPayment: string
  thanks(order: number): string
  shipTo(name: string, address: string): string
  emailWhenShipped(email: string): string
  unpaid(order: number): string
  cancelled(order: number): string
  rest(order: number): string
  payRest(sum: string): string
  payOrder(order: number): string
  pay(sum: string): string
  due(sum: string): string
  asMerchant: string
  paid: string
  alsoArrived: string
  network: string
  transaction: string
  noSuchPage: string
  noSuchOrder: string
}
