export { dropDeletedCustomer as dropNotification } from "../medusa/notifications"
export {
  findCustomerPayments as findPayments,
  readCustomerData as read,
} from "./customer-data"
export { forgetPayment } from "./forget-payment"
